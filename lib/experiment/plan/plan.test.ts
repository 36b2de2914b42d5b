import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readExperiment } from '../file/read-experiment.ts'
import { chooseCombinations } from './coverage.ts'
import { createPlan } from './plan.ts'

const variablesOf = (...counts: number[]) =>
  counts.map((count, variable) => ({
    name: 'abcdefgh'[variable]!,
    values: Array.from({ length: count }, (_, value) => ({ name: `${value}` })),
  }))
const textOf = (chosen: readonly (readonly number[])[]) => chosen.map((one) => one.join(''))

describe('coverage', () => {
  test('all: every combination that is not excluded', () => {
    const excluded = [new Map([[0, new Set([1])], [1, new Set([0, 2])]])] // prettier-ignore
    expect(textOf(chooseCombinations(variablesOf(2, 3), excluded, 'all').chosen)).toEqual(['00', '01', '02', '11'])
    expect(chooseCombinations([], [], 'all').chosen).toEqual([[]])
  })

  test('each value once: as many combinations as the longest variable has values', () => {
    expect(chooseCombinations(variablesOf(2, 4, 3), [], 'each value once').chosen).toHaveLength(4)
  })

  test('one change from the first', () => {
    const { chosen } = chooseCombinations(variablesOf(2, 3, 1), [], 'one change from the first')
    expect(textOf(chosen)).toEqual(['000', '010', '020', '100'])
  })

  test('says which values are not run', () => {
    const notAlone = [new Map([[0, new Set([1])], [1, new Set([0])]])] // prettier-ignore
    expect(chooseCombinations(variablesOf(2, 2), notAlone, 'one change from the first')).toEqual({
      chosen: [[0, 0], [0, 1]], // prettier-ignore
      notes: ['a 1 is not run: as the only change from the first combination it is excluded.'],
    })
    const never = [new Map([[0, new Set([1])]])]
    expect(chooseCombinations(variablesOf(2, 2), never, 'all').notes).toEqual([
      'a 1 is excluded from every combination.',
    ])
    const first = [new Map([[0, new Set([0])], [1, new Set([0])]])] // prettier-ignore
    expect(() => chooseCombinations(variablesOf(2, 2), first, 'one change from the first')).toThrow('first values')
  })

  test('pairs of 4 variables with 3 values each take 9 to 11 combinations of 81', () => {
    const { length } = chooseCombinations(variablesOf(3, 3, 3, 3), [], 'pairs').chosen
    expect(length).toBeGreaterThanOrEqual(9)
    expect(length).toBeLessThanOrEqual(11)
  })

  test('covers all that can be covered, whatever is excluded', () => {
    const counts = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 })
    const excludedPairs = fc.array(fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3), fc.nat(3)), { maxLength: 6 })
    fc.assert(
      fc.property(
        counts,
        excludedPairs,
        fc.constantFrom('pairs' as const, 'each value once' as const),
        (sizes, pairs, coverage) => {
          const excluded = pairs
          .filter(([a, , b]) => a !== b && a < sizes.length && b < sizes.length)
          .map(([a, x, b, y]) => new Map([[a, new Set([x])], [b, new Set([y])]])) // prettier-ignore
          const variables = variablesOf(...sizes)
          let all: readonly (readonly number[])[]
          try {
            all = chooseCombinations(variables, excluded, 'all').chosen
          } catch {
            return
          }
          const size = coverage === 'pairs' ? Math.min(2, sizes.length) : 1
          const tuplesOf = (chosen: typeof all) =>
            new Set(
              chosen.flatMap((one) =>
                one.flatMap((x, a) => (size === 1 ? [`${a}${x}`] : one.slice(a + 1).map((y, b) => `${a}${x}${b}${y}`))),
              ),
            )
          const { chosen } = chooseCombinations(variables, excluded, coverage)
          expect(tuplesOf(chosen)).toEqual(tuplesOf(all))
          expect(chosen.every((one) => all.some((other) => other.join() === one.join()))).toBe(true)
          expect(chosen[0]).toEqual(all[0])
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('the plan', () => {
  const { text } = readExperiment(
    'experiment.yaml',
    'name: a\nservice: b\nload: { seconds: 60, k6: x }\nrepetitions: 4\n',
  )

  test('runs each configuration once in each repetition, in an order of its own', () => {
    const { runs, seconds } = createPlan(text, 6)
    expect(runs.map(({ number }) => number)).toEqual(Array.from({ length: 24 }, (_, at) => at + 1))
    const orders = [1, 2, 3, 4].map((repetition) =>
      runs.filter((run) => run.repetition === repetition).map(({ configuration }) => configuration),
    )
    for (const order of orders) expect(order.toSorted()).toEqual([1, 2, 3, 4, 5, 6])
    expect(new Set(orders.map(String)).size).toBeGreaterThan(1)
    expect(seconds).toMatchObject({ least: 24 * 60, most: 24 * 180 })
  })

  test('is the same for the same seed', () => {
    expect(createPlan(text, 6)).toEqual(createPlan(text, 6))
    expect(createPlan({ ...text, seed: 2 }, 6).runs).not.toEqual(createPlan(text, 6).runs)
  })

  test('gives every configuration every position about as often', () => {
    const { runs } = createPlan({ ...text, repetitions: 3000 }, 3)
    const firsts = runs.filter((_, at) => at % 3 === 0)
    for (const one of [1, 2, 3]) {
      const count = firsts.filter(({ configuration }) => configuration === one).length
      expect(Math.abs(count - 1000)).toBeLessThan(120)
    }
  })
})
