import { expect, test } from 'vitest'
import { byTier } from '../../testing/tier.ts'
import { adjustPValues } from './adjust-p-values.ts'
import { testModerated } from './moderated-test.ts'
import { createRandom } from './random.ts'
import type { Stratum } from './rank-test.ts'

/** Hot items and rare ones, the rarest at a fiftieth of the hottest. */
const costs = Array.from({ length: 100 }, (_, item) => 10 / (item + 2))
const offset = 0.1

interface Design {
  readonly pairs: number
  readonly runs: number
  /** How far an item lies apart from run to run, as a part of its cost. */
  readonly spread: number
  /** How far that itself differs between items. */
  readonly unlike: number
  /** Of so many items, half of all runs cost 1.8 times as much: another inlining. */
  readonly twofold: number
}

function simulate(factorOf: (item: number) => number, design: Design, random: () => number): Stratum[][] {
  const normal = () => Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6)
  const spreads = costs.map(() => design.spread * Math.exp(design.unlike * normal()))
  const run = (isAfter: boolean) => {
    const load = Math.exp(0.05 * normal())
    return costs.map((cost, item) => {
      const mode = item < design.twofold && random() < 0.5 ? 1.8 : 1
      const ms = cost * load * mode * (isAfter ? factorOf(item) : 1) * Math.exp(spreads[item]! * normal())
      // 20 samples of each ms, four in a row.
      const samples = Math.max(0, Math.round(5 * ms + Math.sqrt(5 * ms) * normal())) * 4
      return samples / 20
    })
  }
  const strata = Array.from({ length: design.pairs }, () => ({
    before: Array.from({ length: design.runs }, () => run(false)),
    after: Array.from({ length: design.runs }, () => run(true)),
  }))
  return costs.map((_, item) =>
    strata.map(({ before, after }) => ({
      before: before.map((values) => values[item]!),
      after: after.map((values) => values[item]!),
    })),
  )
}

const even = { pairs: 1, runs: 3, spread: 0.1, unlike: 0, twofold: 0 }

test('where items tell nothing of each other it is Student’s t of logarithms', () => {
  const [before, after] = [
    [1, 3],
    [10, 20],
  ]
  const logs = [...before, ...after].map(Math.log)
  const [one, two] = [(logs[0]! + logs[1]!) / 2, (logs[2]! + logs[3]!) / 2]
  const variance = ((logs[1]! - logs[0]!) ** 2 + (logs[3]! - logs[2]!) ** 2) / 4
  const t = (two - one) / Math.sqrt(variance)
  // With two degrees of freedom.
  const exact = 1 - t / Math.sqrt(2 + t * t)
  expect(testModerated([[{ before, after }]], 0)![0]!.p).toBeCloseTo(exact, 8)
  expect(testModerated([[{ before: after, after: before }]], 0)![0]!.p).toBeCloseTo(exact, 8)
  // The same again in other strata is surer, and one run of each side tells nothing.
  const twice = [
    { before, after },
    { before: before.map((ms) => 7 * ms), after: after.map((ms) => 7 * ms) },
  ]
  expect(testModerated([twice], 0)![0]!.p).toBeLessThan(exact / 2)
  expect(testModerated([[{ before: [1], after: [2] }]], 0)).toBeNull()
  expect(testModerated([], 0)).toBeNull()
})

test('what does not differ is no change, and equal runs are none', () => {
  const same = { before: [3, 3, 3], after: [3, 3, 3] }
  const absent = { before: [0, 0], after: [0, 0] }
  expect(testModerated([[same], [{ ...same, after: [9, 9, 9] }], [absent]], 0.1)!.map(({ p }) => p)).toEqual([
    1,
    expect.closeTo(0, 10),
    1,
  ])
})

test('four runs of each side name what is absent after the change', () => {
  const random = createRandom(2)
  const rounds = byTier(20, 200)
  let found = 0
  for (let round = 0; round < rounds; round++) {
    const chances = testModerated(
      simulate((item) => (item === 3 ? 0 : 1), { ...even, runs: 4 }, random),
      offset,
    )!
    if (adjustPValues(Float64Array.from(chances, ({ p }) => p))[3]! <= 0.05) found++
  }
  expect(found / rounds).toBeGreaterThan(0.9)
})

test.each<Partial<Design>>([
  {},
  { runs: 2 },
  { runs: 5, spread: 0.3 },
  { pairs: 3, runs: 2, unlike: 0.5 },
  { runs: 5, unlike: 0.8 },
  { runs: 5, twofold: 10 },
])('something differs by chance in at most 1 of 20 experiments: %o', (design) => {
  const random = createRandom(4)
  const rounds = byTier(40, 400)
  let alarms = 0
  for (let round = 0; round < rounds; round++) {
    const chances = testModerated(
      simulate(() => 1, { ...even, ...design }, random),
      offset,
    )!
    if (adjustPValues(Float64Array.from(chances, ({ p }) => p)).some((q) => q <= 0.05)) alarms++
  }
  // Of 40, one or two more are chance, too.
  expect(alarms / rounds).toBeLessThanOrEqual(byTier(0.1, 0.05))
})
