import { describe, expect, test } from 'vitest'
import { byTier } from '../../testing/tier.ts'
import { createRandom } from '../../testing/profiles/random-profile.ts'
import { estimateShift, type Stratum, testRanks } from './rank-test.ts'

const apart = (before: number, after: number, start = 0): Stratum => ({
  before: Array.from({ length: before }, (_, at) => start + at),
  after: Array.from({ length: after }, (_, at) => start + before + at),
})
const difference = (before: number, after: number) => after - before

describe('a test of ranks', () => {
  test('knows how rare runs that lie apart are, in one stratum and in several', () => {
    const cases: [Stratum[], number][] = [
      [[apart(1, 1)], 1],
      [[apart(3, 3)], 2 / 20],
      [[apart(3, 4)], 2 / 35],
      [[apart(4, 4)], 2 / 70],
      [[apart(3, 3), apart(3, 3, 100)], 2 / 400],
      [[apart(3, 3), apart(2, 2, 100), apart(1, 1, 50)], 2 / (20 * 6 * 2)],
      // Just 5%, and not a bit more.
      [[apart(2, 3), apart(1, 3)], 0.05],
    ]
    for (const [strata, p] of cases) {
      expect(testRanks(strata)).toEqual({ p, leastP: p, contrary: 0 })
      const swapped = strata.map(({ before, after }) => ({ before: after, after: before }))
      expect(testRanks(swapped).p).toBe(p)
    }
  })

  test('gives the tabled chances of orders between', () => {
    // Wilcoxon's tables for 5 and 5 runs: one sum of ranks is at most 17 in 1.59%, and at most 19 in 4.76% of orders.
    const sumOf17 = { before: [1, 2, 3, 4, 7], after: [5, 6, 8, 9, 10] }
    expect(testRanks([sumOf17]).p).toBeCloseTo(2 * 0.0159, 3)
    const sumOf19 = { before: [1, 2, 3, 5, 8], after: [4, 6, 7, 9, 10] }
    expect(testRanks([sumOf19]).p).toBeCloseTo(2 * 0.0476, 3)
  })

  test('takes nothing from other strata: what differs between them only does not count', () => {
    const strata = [
      { before: [1, 4], after: [2, 3] },
      { before: [101, 104], after: [102, 103] },
    ]
    expect(testRanks(strata).p).toBe(1)
    expect(testRanks([{ before: [], after: [1, 2] }])).toEqual({ p: 1, leastP: 1, contrary: 0 })
    expect(testRanks([])).toEqual({ p: 1, leastP: 1, contrary: 0 })
  })

  test('counts the strata that go the other way', () => {
    const strata = [apart(3, 3), apart(4, 4, 100), { before: [2, 3], after: [0, 1] }, { before: [2], after: [2] }]
    expect(testRanks(strata).contrary).toBe(1)
    expect(testRanks([apart(2, 2), { before: [2, 3], after: [0, 1] }]).contrary).toBe(1)
    expect(testRanks([apart(2, 2), apart(1, 3)]).contrary).toBe(0)
  })

  test('tells less where runs are equal', () => {
    expect(testRanks([{ before: [0, 0, 0], after: [0, 0, 0] }])).toEqual({ p: 1, leastP: 1, contrary: 0 })
    // Only the run of 1 tells: it is on the one side or on the other.
    expect(testRanks([{ before: [0, 0, 0], after: [0, 0, 1] }])).toEqual({ p: 1, leastP: 1, contrary: 0 })
  })

  test('law: it is the share of all ways to deal the runs of random strata that are as uneven', () => {
    const random = createRandom(11)
    for (let round = 0; round < 60; round++) {
      const strata = Array.from({ length: 1 + Math.floor(random() * 2) }, () => ({
        before: Array.from({ length: 1 + Math.floor(random() * 3) }, () => Math.floor(random() * 5)),
        after: Array.from({ length: 1 + Math.floor(random() * 3) }, () => Math.floor(random() * 5)),
      }))
      const all = dealAll(strata).map(sumPairs)
      const seen = sumPairs(strata)
      const share = (isIn: (sum: number) => boolean) => all.filter(isIn).length / all.length
      const p =
        2 *
        Math.min(
          share((sum) => sum <= seen),
          share((sum) => sum >= seen),
        )
      expect(testRanks(strata).p).toBeCloseTo(Math.min(1, p), 10)
    }
  })

  test('is the same by the normal distribution, of hundreds of runs', () => {
    const random = createRandom(5)
    const draw = (count: number, shift: number) => Array.from({ length: count }, () => random() + shift)
    for (const shift of [0, 0.1, 0.2, 0.3]) {
      const strata = [0, 1].map(() => ({ before: draw(11, 0), after: draw(11, shift) }))
      // They are 242 pairs, which are counted. Runs that are all equal make them too many for that, and say nothing.
      const equal = { before: Array<number>(5).fill(1), after: Array<number>(10).fill(1) }
      const [exact, approximate] = [testRanks(strata), testRanks([...strata, equal])]
      expect(approximate.p).not.toBe(exact.p)
      expect(approximate.p).toBeCloseTo(exact.p, 2)
      expect(Math.abs(Math.log(approximate.p / exact.p))).toBeLessThan(0.4)
    }
    expect(testRanks([apart(40, 40)]).p).toBeLessThan(1e-12)
    expect(testRanks([{ before: Array<number>(40).fill(1), after: Array<number>(40).fill(1) }]).p).toBe(1)
  })
})

describe('a shift', () => {
  test('is the median of the pairs, and its interval all that the test would not refuse', () => {
    const estimate = (strata: Stratum[], times = 1, shiftOf = difference) => {
      const { p } = testRanks(strata)
      return estimateShift(strata, shiftOf, { p, q: Math.min(1, times * p) })
    }
    expect(estimate([apart(3, 3)])).toEqual({ median: 3, interval: { low: 1, high: 5, confidence: 0.9 } })
    const two = estimate([apart(3, 3), apart(3, 3, 100)])!
    expect(two).toMatchObject({ median: 3, interval: { low: 2, high: 4 } })
    expect(two.interval!.confidence).toBeGreaterThan(0.95)
    // One of many tests: it must be wider, or is less sure.
    expect(estimate([apart(3, 3), apart(3, 3, 100)], 8)!.interval).toMatchObject({ low: 1, high: 5 })
    expect(estimate([apart(3, 3)], 2.5)!.interval).toEqual({ low: 1, high: 5, confidence: 0.75 })
    expect(estimate([apart(3, 3)], 6)!.interval).toBeNull()
    expect(estimate([{ before: [100], after: [82] }], 1, (one, other) => other / one - 1)).toEqual({
      ...{ median: expect.closeTo(-0.18) as number, interval: null },
    })
    expect(estimate([{ before: [], after: [1] }])).toBeNull()
  })

  test('law: chance alone is called a difference in at most 5%, and the interval holds the truth, for any noise', () => {
    const random = createRandom(3)
    const rounds = byTier(800, 6000)
    const equalAtTimes = () => Math.floor(random() * 6)
    const noises = [random, () => -Math.log(1 - random()), equalAtTimes, () => 1 / (0.01 + random())]
    const sizes = [
      [[4, 4]],
      [
        [3, 3],
        [3, 2],
      ],
      [
        [3, 3],
        [3, 3],
        [3, 3],
        [2, 3],
      ],
    ] as const
    for (const noise of noises)
      for (const size of sizes) {
        let [alarms, covered, disagree] = [0, 0, 0]
        for (let round = 0; round < rounds; round++) {
          const strata = size.map(([before, after], level) => ({
            before: Array.from({ length: before }, () => 10 * level + noise()),
            after: Array.from({ length: after }, () => 10 * level + noise()),
          }))
          const { p } = testRanks(strata)
          const { interval } = estimateShift(strata, difference, { p, q: p })!
          const holdsZero = interval !== null && interval.low <= 0 && interval.high >= 0
          if (p <= 0.05) alarms++
          if (holdsZero) covered++
          if (interval !== null && interval.confidence >= 0.95 && holdsZero !== p > 0.05) disagree++
          if (interval === null && noise !== equalAtTimes) disagree++
        }
        const margin = 3 * Math.sqrt((0.05 * 0.95) / rounds)
        expect(disagree).toBe(0)
        expect(alarms / rounds).toBeLessThan(0.05 + margin)
        expect(covered / rounds).toBeGreaterThan(0.95 - margin)
      }
  })

  test('law: what one pair of configurations cannot show, two with three runs each do', () => {
    const random = createRandom(9)
    const rounds = 300
    const shown = { one: 0, two: 0 }
    const stratum = (level: number) => ({
      before: Array.from({ length: 3 }, () => level * (1 + 0.1 * random())),
      after: Array.from({ length: 3 }, () => level * 1.15 * (1 + 0.1 * random())),
    })
    for (let round = 0; round < rounds; round++) {
      const [one, other] = [stratum(1), stratum(7)]
      if (testRanks([one]).p <= 0.05) shown.one++
      if (testRanks([one, other]).p <= 0.05) shown.two++
    }
    expect(shown.one).toBe(0)
    expect(shown.two / rounds).toBeGreaterThan(0.95)
  })
})

/** All ways in which the runs of each stratum can fall to its two sides. */
function dealAll(strata: readonly Stratum[]): Stratum[][] {
  const [first, ...others] = strata
  if (first === undefined) return [[]]
  const all = [...first.before, ...first.after]
  const ways = Array.from({ length: 2 ** all.length }, (_, bits) => ({
    before: all.filter((_, at) => (bits & (1 << at)) === 0),
    after: all.filter((_, at) => (bits & (1 << at)) !== 0),
  })).filter(({ after }) => after.length === first.after.length)
  return ways.flatMap((way) => dealAll(others).map((rest) => [way, ...rest]))
}

function sumPairs(strata: readonly Stratum[]): number {
  const pairs = strata.flatMap(({ before, after }) => before.flatMap((one) => after.map((other) => other - one)))
  return pairs.reduce((sum, pair) => sum + Math.sign(pair), 0)
}
