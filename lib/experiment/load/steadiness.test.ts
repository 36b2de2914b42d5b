import { expect, test } from 'vitest'
import { createRandom } from '../../testing/profiles/random-profile.ts'
import { createSteadiness } from './steadiness.ts'

const start = 1_795_000_000_000

/** ms from the start until it was steady, when requests end at `perSecond(seconds)`; null if never within a minute. */
function findSteady(perSecond: (second: number) => number, within_percent = 5, for_seconds = 9): number | null {
  const steadiness = createSteadiness({ within_percent, for_seconds, at_most_seconds: 60 })
  for (let ms = 0; ms < 60_000; ms += 1000 / perSecond(ms / 1000)) {
    steadiness.add(start + ms)
    if (steadiness.isSteady) return ms
  }
  return null
}

test('an even throughput is steady as soon as the time has passed', () => {
  const steadyAt = findSteady(() => 100)!
  expect(steadyAt).toBeGreaterThanOrEqual(9000)
  expect(steadyAt).toBeLessThan(9700)
})

test('a throughput that grows is steady once it grows no more', () => {
  const grows = (second: number) => Math.min(20 + 10 * second, 220)
  const steadyAt = findSteady(grows)!
  expect(steadyAt).toBeGreaterThan(20_000 + 5000)
  expect(steadyAt).toBeLessThan(20_000 + 9700)
  expect(findSteady(grows, 50)!).toBeLessThan(20_000)
})

test('pauses and bursts are not steady', () => {
  expect(findSteady((second) => (Math.floor(second / 2) % 2 === 0 ? 100 : 50))).toBeNull()
  const steadiness = createSteadiness({ within_percent: 5, for_seconds: 3, at_most_seconds: 60 })
  for (let ms = 0; ms < 2900; ms += 10) steadiness.add(start + ms)
  // It stands still for two seconds: time alone makes nothing steady.
  steadiness.add(start + 4900)
  expect(steadiness.isSteady).toBe(false)
  expect(steadiness.perSecond![2]).toBe(0)
})

test('of requests in another order and with chance in their number too', () => {
  const random = createRandom(3)
  const steadiness = createSteadiness({ within_percent: 10, for_seconds: 6, at_most_seconds: 60 })
  for (let ms = 0; ms < 7000; ms += 4) steadiness.add(start + ms - 100 * random())
  expect(steadiness.isSteady).toBe(true)
  for (const rate of steadiness.perSecond!) expect(rate).toBeCloseTo(250, -2)
})

test('no request is not steady', () => {
  expect(createSteadiness({ within_percent: 5, for_seconds: 3, at_most_seconds: 60 })).toMatchObject({
    ...{ isSteady: false, perSecond: null },
  })
})
