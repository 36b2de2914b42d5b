import { expect, test } from 'vitest'
import { createRateLimit } from './rate-limit.ts'

test('a burst passes, a flood waits, and time fills the bucket again', () => {
  let now = 0
  const limit = createRateLimit({ burst: 3, perSecond: 0.5 }, () => now)
  expect([1, 2, 3].map(() => limit.take('a'))).toEqual([0, 0, 0])
  expect(limit.take('a')).toBe(2)
  expect(limit.take('b')).toBe(0)
  now += 2000
  expect(limit.take('a')).toBe(0)
  expect(limit.take('a')).toBe(2)
  now += 1_000_000
  expect([1, 2, 3].map(() => limit.take('a'))).toEqual([0, 0, 0])
  expect(limit.take('a')).toBeGreaterThan(0)
})

test('waiting callers are not let in by asking again and again', () => {
  let now = 0
  const limit = createRateLimit({ burst: 1, perSecond: 1 }, () => now)
  limit.take('a')
  for (let i = 0; i < 9; i++) {
    now += 100
    expect(limit.take('a')).toBe(1)
  }
  now += 101
  expect(limit.take('a')).toBe(0)
})

test('callers that are gone are forgotten', () => {
  let now = 0
  const limit = createRateLimit({ burst: 1, perSecond: 1 }, () => now)
  for (let i = 0; i < 5000; i++) {
    limit.take(`${i}`)
    now += 10
  }
  expect(limit.take('4999')).toBe(1)
})
