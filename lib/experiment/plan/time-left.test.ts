import { expect, test } from 'vitest'
import { formatTimeLeft } from '../../profile/format/units.ts'
import { sampleExperimentRun } from '../../testing/samples.ts'
import { experimentFileSchema } from '../file/experiment-schema.ts'
import { estimateMsLeft, longestPhaseMs } from './time-left.ts'

const load = { seconds: 90, command: ['load'], results: { format: 'jtl' } }
const text = experimentFileSchema.parse({ name: 'shop', service: 'shop', load, ready: { seconds: 30 } })
const ran = (seconds: number) => {
  const { times, ...rest } = sampleExperimentRun()
  return { ...rest, times: { ...times, startedAt: 1000, loadEndedAt: 1000 + seconds * 1000 } }
}

test('runs take as long as those before them, and the first as long as its load and a start', () => {
  const atStart = { startedAt: 0, loadAt: null, toCome: 3 }
  expect(estimateMsLeft(atStart, text, [], 0)).toBe(4 * 105_000)
  // The one of 20 s failed before its load was over.
  expect(estimateMsLeft(atStart, text, [ran(20), ran(140), ran(150), ran(130)], 0)).toBe(4 * 140_000)
})

test('time goes down, and never below what is left of the load', () => {
  const left = (now: number, loadAt: number | null) =>
    estimateMsLeft({ startedAt: 0, loadAt, toCome: 0 }, text, [], now)
  expect([left(0, null), left(10_000, null), left(60_000, null)]).toEqual([105_000, 95_000, 90_000])
  expect([left(70_000, 60_000), left(140_000, 60_000), left(200_000, 60_000)]).toEqual([80_000, 10_000, 0])
})

test('each phase has a longest time, which its limits give', () => {
  expect(longestPhaseMs('waiting', text)).toBe((30 + 120) * 1000)
  expect(longestPhaseMs('ending', text)).toBe((90 + 120 + 120) * 1000)
  expect(longestPhaseMs(null, text)).toBe(120_000)
})

test('is written as exactly as an estimate is', () => {
  const texts = [0, 29_000, 31_000, 9.4 * 60_000, 89 * 60_000, 150 * 60_000].map(formatTimeLeft)
  expect(texts).toEqual([
    ...['less than a minute left', 'less than a minute left', 'about 1 min left', 'about 9 min left'],
    ...['about 89 min left', 'about 2.5 h left'],
  ])
})
