import { describe, expect, test } from 'vitest'
import { sampleExperimentRun, sampleLoad } from '../testing/samples.ts'
import { createRandom } from '../testing/profiles/random-profile.ts'
import { formatRange } from './describe-effects.ts'
import type { ExperimentRun } from './experiments.ts'
import { measures } from './measures.ts'
import { computeRangeConfidence, findTypicalRun, listShownMeasures, summariseRuns } from './summarise-runs.ts'

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

  test('have what they allocated for each request that ended while the profile was recorded', () => {
    const allocated = (bytesPerSecond: number, requestsPerSecond: number | null) =>
      run(20, { allocation: { bytesPerSecond, requestsPerSecond } })
    const { spreads } = summariseRuns([allocated(1000, 10), allocated(4000, null), run(20), allocated(9, 0)])
    // Of the whole load where it is not known how many those were.
    expect(spreads.allocated).toEqual({ runs: 2, median: 150, low: 100, high: 200 })
    expect(listShownMeasures([run(20), allocated(1, 1)])).toContain('allocated')
    expect(listShownMeasures([run(20)])).toEqual(measures.filter((measure) => measure !== 'allocated'))
  })

  test('have a range whose unit is said once, where it is one', () => {
    expect(formatRange('allocated', 212_992, 225_280)).toBe('208 to 220 KiB')
    expect(formatRange('allocated', 900, 980)).toBe('900 to 980 B')
    expect(formatRange('allocated', 980, 1126.4)).toBe('980 B to 1.1 KiB')
    expect(formatRange('allocated', 2048, 2049)).toBeNull()
    expect(formatRange('failed', 0, 0.004)).toBe('0% to 0.4%')
    expect(formatRange('p50', 8, 9)).toBe('8.00 to 9.00')
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

test('law: the range of random runs holds the median as often as stated', () => {
  const random = createRandom(7)
  const rounds = 20_000
  let covered = 0
  for (let round = 0; round < rounds; round++) {
    const { perSecond } = summariseRuns(Array.from({ length: 3 }, () => run(random() + 0.5))).spreads
    if (perSecond!.low <= 1 && perSecond!.high >= 1) covered++
  }
  expect(covered / rounds).toBeCloseTo(computeRangeConfidence(3), 2)
})
