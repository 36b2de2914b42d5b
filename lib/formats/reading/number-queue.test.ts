import { expect, it } from 'vitest'
import { createRandom } from '../../profile/statistics/random.ts'
import { createNumberPairs } from './number-pairs.ts'
import { createNumberQueue } from './number-queue.ts'

const odd = [0, -0, 1, -1, 63, 64, 2 ** 31, 2 ** 52 - 1, 2 ** 52, 2 ** 53, 1.5, 1e300, Infinity, -Infinity, Number.NaN]

it('gives any numbers back in their order, however adding and taking alternate', () => {
  const random = createRandom(3)
  const queue = createNumberQueue()
  const expected: number[] = []
  let number = 0
  for (let step = 0; step < 200_000; step++) {
    if (random() < 0.52) {
      // Runs, as of samples; small numbers, as of times; and odd ones.
      const kind = random()
      if (kind > 0.6) number = Math.floor(random() * 5000)
      if (kind > 0.99) number = odd[Math.floor(random() * odd.length)]!
      queue.add(number)
      expected.push(number)
    } else if (expected.length > 0) expect(queue.take()).toBe(expected.shift())
    expect(queue.length).toBe(expected.length)
  }
  while (expected.length > 0) expect(queue.take()).toBe(expected.shift())
  expect([queue.take(), queue.length]).toEqual([Number.NaN, 0])
})

it('pairs two lists by their order, whichever is ahead, and what has no other with NaN', () => {
  const pairs: (readonly number[])[] = []
  const both = createNumberPairs((first, second) => pairs.push([first, second]))
  both.addSecond(10)
  both.addSecond(20)
  for (const first of [1, 2, 3, 4]) both.addFirst(first)
  both.addSecond(30)
  expect([both.firsts, both.seconds]).toEqual([4, 3])
  both.end()
  expect(pairs).toEqual([
    [1, 10],
    [2, 20],
    [3, 30],
    [4, Number.NaN],
  ])
})
