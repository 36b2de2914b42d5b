import { expect, it } from 'vitest'
import { getMsLeft } from './ms-left.ts'

it('the time left is neither below none nor above the whole, where the clocks of two machines differ', () => {
  const [until, wholeMs] = [100_000, 30_000]
  expect([60_000, 70_000, 80_000, 100_000, 130_000].map((now) => getMsLeft(until, now, wholeMs))).toEqual([
    30_000, 30_000, 20_000, 0, 0,
  ])
})
