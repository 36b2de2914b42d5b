import { expect, test } from 'vitest'
import { createRandom } from '../../testing/profiles/random-profile.ts'
import { rankNames } from './name-ranks.ts'

function ranksOf(names: readonly string[]): number[] {
  const steps = rankNames(names)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return [...value]
  }
}

test('gives each name its place, equal names the same', () => {
  expect(ranksOf(['b', 'a', '', 'b'])).toEqual([2, 1, 0, 2])
  expect(ranksOf([])).toEqual([])
})

test('sorts more names than fit into one step', () => {
  const random = createRandom(5)
  const names = Array.from({ length: 20_000 }, () => `name ${Math.floor(random() * 12_000)}`)
  const ranks = ranksOf(names)
  const sorted = names.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  expect(ranks.map((rank) => sorted[rank])).toEqual(names)
})
