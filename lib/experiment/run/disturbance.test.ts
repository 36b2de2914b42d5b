import { expect, test } from 'vitest'
import { createTimeline, type HostReading, summariseDisturbance } from './disturbance.ts'

/** Each second; the host has two CPUs, of which we take one, and others a half from the fifth second on. */
const readings = Array.from({ length: 11 }, (_, second): HostReading => ({
  at: 1_000_000 + second * 1000,
  busyMs: 50_000 + second * 1000 + Math.max(0, second - 5) * 500,
  ownMs: 7000 + second * 1000,
  ...{ throttledMs: 90 + Math.max(0, second - 8) * 200, throttledPeriods: 4 + Math.max(0, second - 8) * 5 },
  gcMs: second < 4 ? 20 : 70,
}))
const at = (second: number) => 1_000_000 + second * 1000

test('what others took is what is left of the host, as a share of all its CPUs', () => {
  expect(summariseDisturbance(readings, 2, at(0), at(5))).toEqual({
    otherShare: 0,
    throttledMs: 0,
    throttledPeriods: 0,
  })
  expect(summariseDisturbance(readings, 2, at(5), at(10))).toEqual({
    otherShare: 0.25,
    throttledMs: 400,
    throttledPeriods: 10,
  })
  // Between two readings.
  expect(summariseDisturbance(readings, 2, at(4.5), at(5.5))!.otherShare).toBeCloseTo(0.125)
})

test('what was not read is not known', () => {
  expect(summariseDisturbance(readings, 2, at(0), null)).toBeNull()
  expect(summariseDisturbance(readings.slice(0, 1), 2, at(0), at(5))).toBeNull()
  const uncounted = readings.map((one) => ({ ...one, throttledMs: null, throttledPeriods: null }))
  expect(summariseDisturbance(uncounted, 2, at(5), at(10))).toMatchObject({ otherShare: 0.25, throttledMs: null })
})

const latency = (p99: number) => ({ min: 1, mean: 2, p50: 2, p90: 3, p95: 3, p99, p999: null, max: 90 })
const interval = (second: number, requests: number, p99: number) => ({
  ...{ startMs: at(second), requests, errors: 0, perSecond: requests, latency: latency(p99) },
})

test('a time line has the load and what else went on in steps of the same length', () => {
  const total = { intervals: [interval(0, 10, 5), interval(1, 30, 7), interval(9, 20, 50)] } as never
  const timeline = createTimeline(
    readings,
    2,
    { loadAt: at(0) + 200, loadEndedAt: at(10) },
    { intervalSeconds: 1, total },
  )!
  expect(timeline).toMatchObject({ startAt: at(0), stepMs: 1000 })
  expect(timeline.steps).toHaveLength(10)
  expect(timeline.steps[0]).toEqual({ perSecond: 10, p99: 5, otherShare: 0, throttledMs: 0, gcMs: 0 })
  expect(timeline.steps[2]).toMatchObject({ perSecond: 0, p99: null })
  expect(timeline.steps[3]).toMatchObject({ gcMs: 50 })
  expect(timeline.steps[9]).toEqual({ perSecond: 20, p99: 50, otherShare: 0.25, throttledMs: 200, gcMs: 0 })
})

test('a long load has no more steps, and its slowest second shows', () => {
  const total = { intervals: [interval(0, 10, 5), interval(1, 30, 7), interval(599, 20, 50)] } as never
  const long = { loadAt: at(0), loadEndedAt: at(600) }
  const { steps, stepMs } = createTimeline(readings, 2, long, { intervalSeconds: 1, total })!
  expect([steps.length, stepMs]).toEqual([60, 10_000])
  expect(steps[0]).toMatchObject({ perSecond: 4, p99: 7 })
  expect(steps[59]).toMatchObject({ perSecond: 2, p99: 50, otherShare: 0 })
  expect(createTimeline(readings, 2, long, null)!.steps[0]).toMatchObject({ perSecond: null, p99: null })
  expect(createTimeline(readings, 2, { loadAt: null, loadEndedAt: null }, null)).toBeNull()
})
