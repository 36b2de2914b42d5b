import { expect, test } from 'vitest'
import { marksOf } from './pauses.ts'
import { createThrottledPauses } from './watch-pauses.ts'

test('a stretch counted since the last reading ends between the two', () => {
  const pauses = createThrottledPauses(0.2)
  const see = (atMs: number, periods: number, throttledMs: number) =>
    pauses.addReading(atMs, [{ periods, throttledMs }])
  see(100, 100, 5000)
  see(150, 100, 5000)
  see(200, 101, 5080)
  see(250, 101, 5080)
  see(300, 102, 5159.6)
  expect(marksOf(pauses.finish())).toEqual([
    { kind: 'throttled', fromMs: 95, toMs: 175, text: 'held back by the limit of 0.2 CPUs, 80 ms' },
    { kind: 'throttled', fromMs: 195.4, toMs: 275, text: 'held back by the limit of 0.2 CPUs, 79.6 ms' },
  ])
})

test('time lost on several CPUs at once is not drawn longer than it was', () => {
  const pauses = createThrottledPauses(null)
  pauses.addReading(1000, [{ periods: 0, throttledMs: 0 }])
  pauses.addReading(1050, [{ periods: 1, throttledMs: 320 }])
  expect(marksOf(pauses.finish())).toEqual([
    { kind: 'throttled', fromMs: 945, toMs: 1025, text: 'held back by the CPU limit, 320 ms' },
  ])
})

test('two groups that hold back at once count once, and one that is gone not at all', () => {
  const pauses = createThrottledPauses(null)
  const at = (throttledMs: number) => ({ periods: 0, throttledMs })
  pauses.addReading(0, [at(0), at(0), null])
  pauses.addReading(100, [at(30), at(40), null])
  pauses.addReading(200, [null, at(40), at(99)])
  expect(pauses.finish()).toMatchObject([{ fromMs: 10, toMs: 50, ms: 40 }])
})
