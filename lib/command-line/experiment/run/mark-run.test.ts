import { expect, test } from 'vitest'
import { sampleExperimentRun } from '../../../testing/samples.ts'
import { markBusy } from './mark-run.ts'

test('a run in which other programs took too much of the host is marked, with how much', () => {
  const marksOf = (otherShare: number | null) => {
    const disturbance = otherShare === null ? null : { otherShare, throttledMs: null, throttledPeriods: null }
    const record = { ...sampleExperimentRun({ disturbance }), profiles: [] }
    markBusy(record, 25)
    return record.marks
  }
  expect([marksOf(null), marksOf(0.1), marksOf(0.25)]).toEqual([[], [], []])
  expect(marksOf(0.314)).toEqual([
    { mark: 'host-busy', reason: 'other programs took 31.4% of the CPU time of the host, more than 25%' },
  ])
})
