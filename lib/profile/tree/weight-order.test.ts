import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRandom } from '../../testing/profiles/random-profile.ts'
import { sortByWeight } from './weight-order.ts'

test('puts the heaviest first and leaves equals in their order', () => {
  expect([...sortByWeight(Uint32Array.of(0, 1, 2, 3), Float64Array.of(1, 5, 0, 5))]).toEqual([1, 3, 0, 2])
})

test('sorts some of the rows, from the order they come in', () => {
  expect([...sortByWeight(Uint32Array.of(3, 1, 0), Float64Array.of(2, 7, 9, 7))]).toEqual([3, 1, 0])
})

test('takes what is no weight for nothing', () => {
  expect([...sortByWeight(Uint32Array.of(0, 1, 2), Float64Array.of(NaN, -4, 1))]).toEqual([2, 0, 1])
})

test('sorts many as it sorts few', () => {
  const random = createRandom(11)
  const weights = Float64Array.from({ length: 10_000 }, () =>
    random() < 0.5 ? Math.floor(random() * 9) : random() * 1e12,
  )
  const rows = Uint32Array.from(weights.keys())
  const compared = [...rows].sort((a, b) => weights[b]! - weights[a]! || a - b)
  expect([...sortByWeight(rows, weights)]).toEqual(compared)
  weights[77] = NaN
  weights[78] = -1
  expect([...sortByWeight(rows, weights)].indexOf(78)).toBeGreaterThan(4000)
})

test('law: the same as comparing them', () => {
  const weight = fc.oneof(fc.nat(), fc.double({ min: 0, noNaN: true }), fc.constantFrom(0, 1, 2 ** 53, 0.1))
  fc.assert(
    fc.property(fc.array(weight, { maxLength: 60 }), (list) => {
      const weights = Float64Array.from(list)
      const compared = list.map((_, row) => row).sort((a, b) => weights[b]! - weights[a]! || a - b)
      expect([...sortByWeight(Uint32Array.from(list.keys()), weights)]).toEqual(compared)
    }),
    { seed: 21, numRuns: 300 },
  )
})
