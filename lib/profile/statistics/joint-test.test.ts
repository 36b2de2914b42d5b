import { describe, expect, test } from 'vitest'
import { createRandom } from '../../testing/profiles/random-profile.ts'
import { byTier } from '../../testing/tier.ts'
import { type MeasuredStratum, testTogether } from './joint-test.ts'

const runsOf = (...rows: number[][]) => rows.map((row) => Float64Array.from(row))

describe('measures of the same runs, tested together', () => {
  test('count as one where they say the same, and as two where they differ', () => {
    const same = {
      before: runsOf([1, 10, -1], [2, 20, -2], [3, 30, -3], [4, 40, -4]),
      after: runsOf([5, 50, -5], [6, 60, -6], [7, 70, -7], [8, 80, -8]),
    }
    for (const chance of testTogether([same], 3)) expect(chance).toBeCloseTo(2 / 70, 2)
    // The second measure lies apart in another 2 of all 70 ways to deal the runs.
    const other = {
      before: runsOf([1, 5], [2, 1], [3, 6], [4, 2]),
      after: runsOf([5, 7], [6, 3], [7, 8], [8, 4]),
    }
    const [first, second] = testTogether([other], 2)
    expect(first).toBeCloseTo(4 / 70, 2)
    expect(second).toBeGreaterThan(0.3)
  })

  test('takes strata apart, and what is the same everywhere or was not measured says nothing', () => {
    const strata: MeasuredStratum[] = [1, 1000].map((level) => ({
      before: runsOf([level + 1, 0, Number.NaN], [level + 2, 0, 3], [level + 3, 0, 1]),
      after: runsOf([level + 5, 0, Number.NaN], [level + 6, 0, 2], [level + 7, 0, Number.NaN]),
    }))
    const [apart, equal, rare] = testTogether(strata, 3)
    expect(apart).toBeCloseTo(2 / 400, 2)
    expect([equal, rare]).toEqual([1, expect.closeTo(1)])
    expect([...testTogether([], 1)]).toEqual([1])
  })

  test('law: without a change any of them is uneven in at most 5%, whether they follow each other or not', () => {
    const random = createRandom(12)
    const rounds = byTier(150, 1500)
    let alarms = 0
    for (let round = 0; round < rounds; round++) {
      const side = (level: number) =>
        Array.from({ length: 3 }, () => {
          const shared = random()
          return Float64Array.from([level + shared, shared + 0.2 * random(), random(), Math.floor(2 * random())])
        })
      const strata = [1, 9, 30].map((level) => ({ before: side(level), after: side(level) }))
      if (testTogether(strata, 4).some((chance) => chance <= 0.05)) alarms++
    }
    expect(alarms / rounds).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / rounds))
    expect(alarms).toBeGreaterThan(0)
  })
})
