import { describe, expect, test } from 'vitest'
import { sampleExperimentRun, sampleLoad } from '../testing/samples.ts'
import { createRandom } from '../testing/profiles/random-profile.ts'
import type { ExperimentRun } from './experiments.ts'
import {
  computeChanceOfSeparation,
  computeRangeConfidence,
  findTypicalRun,
  type Spread,
  summariseRuns,
} from './summarise-runs.ts'

const run = (perSecond: number, more: Partial<ExperimentRun> = {}) =>
  sampleExperimentRun({ load: sampleLoad(perSecond, { errors: 1 }), ...more })
const marks = [{ mark: 'container-died' as const, reason: 'shop_1 ended' }]

describe('the runs of a configuration', () => {
  test('are their median and range, and marked ones are left out', () => {
    const { spreads, ...rest } = summariseRuns([
      run(10),
      run(40, { cpuSeconds: null }),
      run(20),
      run(1000, { marks }),
      sampleExperimentRun({ load: null, marks }),
    ])
    expect(rest).toEqual({ whole: 3, runs: 5, requests: 700, errors: 3 })
    expect(spreads.perSecond).toEqual({ runs: 3, median: 20, low: 10, high: 40 })
    expect(spreads.p50).toEqual({ runs: 3, median: 50, low: 25, high: 100 })
    expect(spreads.failed).toEqual({ runs: 3, median: 1 / 200, low: 1 / 400, high: 1 / 100 })
    expect(spreads.cpuMs).toEqual({ runs: 2, median: 45, low: 30, high: 60 })
  })

  test('may be one, an even number, or none without a mark', () => {
    expect(summariseRuns([run(10), run(20)]).spreads.perSecond).toMatchObject({ median: 15 })
    expect(summariseRuns([run(10)]).spreads.perSecond).toEqual({ runs: 1, median: 10, low: 10, high: 10 })
    expect(summariseRuns([run(5, { marks })])).toMatchObject({ whole: 0, runs: 1, spreads: { perSecond: null } })
    expect(summariseRuns([run(1, { load: sampleLoad(0) })]).spreads).toMatchObject({ failed: null, cpuMs: null })
  })

  test('are shown by the profile of the one in the middle', () => {
    const profiled = (perSecond: number, more: Partial<ExperimentRun> = {}) => ({
      ...run(perSecond, more),
      profiles: [1],
    })
    const runs = [profiled(30), profiled(10), profiled(20), profiled(15, { marks }), { ...run(19), profiles: [] }]
    expect(findTypicalRun(runs)).toBe(runs[2])
    expect(findTypicalRun([profiled(15, { marks })])).toBeNull()
  })
})

describe('repetitions', () => {
  const spread = (runs: number, low: number, high: number): Spread => ({ runs, low, high, median: (low + high) / 2 })

  test('that meet show no difference, and those apart may be so by chance', () => {
    expect(computeChanceOfSeparation(spread(3, 1, 2), spread(3, 2, 3))).toBeNull()
    expect(computeChanceOfSeparation(spread(3, 1, 5), spread(3, 2, 3))).toBeNull()
    expect(computeChanceOfSeparation(spread(1, 1, 1), spread(1, 2, 2))).toBe(1)
    expect(computeChanceOfSeparation(spread(3, 1, 2), spread(3, 3, 4))).toBeCloseTo(0.1)
    expect(computeChanceOfSeparation(spread(5, 9, 10), spread(3, 3, 4))).toBeCloseTo(2 / 56)
  })

  test('law: the range of random runs holds the median, and separates equal configurations, as often as stated', () => {
    const random = createRandom(7)
    const draw = (count: number) => Array.from({ length: count }, () => random())
    const rounds = 20_000
    let [held, apart] = [0, 0]
    for (let round = 0; round < rounds; round++) {
      const [one, other] = [draw(3), draw(4)].map((values) => summariseRuns(values.map((value) => run(value + 0.5))))
      const { perSecond } = one!.spreads
      if (perSecond!.low <= 1 && perSecond!.high >= 1) held++
      if (computeChanceOfSeparation(perSecond!, other!.spreads.perSecond!) !== null) apart++
    }
    expect(held / rounds).toBeCloseTo(computeRangeConfidence(3), 2)
    expect(apart / rounds).toBeCloseTo(2 / 35, 2)
  })
})
