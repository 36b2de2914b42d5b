import { describe, expect, it, test } from 'vitest'
import { createRandom } from '../testing/profiles/random-profile.ts'
import { sampleExperimentRun, sampleLoad } from '../testing/samples.ts'
import { byTier } from '../testing/tier.ts'
import { concludeEffects, formatInterval } from './describe-effects.ts'
import { comparePairs, computeVariableEffects } from './experiment-effects.ts'
import type { ExperimentRun, ReportedExperiment, VariableEffect } from './experiments.ts'
import { measures } from './measures.ts'
import { summariseRuns } from './summarise-runs.ts'

type Configurations = ReportedExperiment['configurations']
const configure = (...all: Record<string, string>[]): Configurations =>
  all.map((values, at) => ({ number: at + 1, values }))
const databasesAndJdks = configure(
  ...[
    { database: 'h2', jdk: '17' },
    { database: 'postgres', jdk: '17' },
  ],
  ...[
    { jdk: '25', database: 'h2' },
    { jdk: '25', database: 'postgres' },
  ],
)

/**
 * So many repetitions of each configuration; CPU time by configuration, and a little noise that is never twice the
 * same.
 */
function repeat(
  configurations: Configurations,
  repetitions: number,
  cpuMsOf: (number: number) => number,
  random = createRandom(2),
) {
  return Array.from({ length: repetitions }, (_, at) => at + 1).flatMap((repetition) =>
    configurations.map(({ number }): ExperimentRun => {
      const noise = () => 1 + 0.02 * random()
      const load = sampleLoad(100 * noise())
      const cpuSeconds = (cpuMsOf(number) * noise() * load.requests) / 1000
      const allocation = { bytesPerSecond: 1e6 * noise(), requestsPerSecond: null }
      return sampleExperimentRun({ number: 0, configuration: number, repetition, load, cpuSeconds, allocation })
    }),
  )
}
const isPostgres = (number: number) => number % 2 === 0

describe('the effect of a variable', () => {
  test('of one pair of configurations is that of the medians that stand beside it', () => {
    const cpuMs = { 1: [2.4, 2.46, 5], 2: [2.5, 5.18, 5.2] }
    const runs = [1, 2].flatMap((configuration) =>
      cpuMs[configuration as 1 | 2].map((ms, at): ExperimentRun => {
        const load = sampleLoad(100)
        return sampleExperimentRun({
          number: 0,
          configuration,
          repetition: at + 1,
          load,
          cpuSeconds: (ms * load.requests) / 1000,
        })
      }),
    )
    const [before, after] = [1, 2].map(
      (number) => summariseRuns(runs.filter(({ configuration }) => configuration === number)).spreads.cpuMs!.median,
    )
    expect([before, after]).toEqual([expect.closeTo(2.46), expect.closeTo(5.18)])
    const { change, interval } = comparePairs([[1, 2]], runs).cpuMs!
    expect(change).toBeCloseTo(after! / before! - 1)
    expect(interval!.low).toBeLessThanOrEqual(change!)
    expect(interval!.high).toBeGreaterThanOrEqual(change!)
  })

  test('is seen over all pairs that differ in nothing else, by ranks where they can tell, else by a model', () => {
    // Postgres costs 20% less on either JDK, of which one costs twice as much.
    const cpuMsOf = (number: number) => (number > 2 ? 20 : 10) * (isPostgres(number) ? 0.8 : 1)
    const runs = repeat(databasesAndJdks, 3, cpuMsOf)
    const [database, jdk, ...others] = computeVariableEffects({ configurations: databasesAndJdks, runs })
    expect(others).toEqual([])
    expect(database).toMatchObject({ variable: 'database', from: 'h2', to: 'postgres' })
    expect(database!.pairs).toEqual([
      [1, 2],
      [3, 4],
    ])
    expect(database!.measures.cpuMs).toMatchObject({ runs: 12, pairs: 2, contrary: 0, p: 2 / 400, leastP: 2 / 400 })
    expect(database!.measures.cpuMs).toMatchObject({ isSignificant: true })
    expect(database!.measures.cpuMs!.change).toBeCloseTo(-0.2, 1)
    expect(database!.measures.cpuMs!.interval!.low).toBeGreaterThan(-0.23)
    expect(database!.measures.cpuMs!.interval!.high).toBeLessThan(-0.17)
    expect(concludeEffects(database!.measures)).toMatch(/^Significant: CPU −(19|20)(\.\d)?%$/)
    expect(jdk!.pairs).toEqual([
      [1, 3],
      [2, 4],
    ])
    expect(jdk!.measures.cpuMs!.change).toBeCloseTo(1, 1)

    const pair = comparePairs([[1, 2]], runs)
    expect(pair.cpuMs).toMatchObject({ runs: 6, test: 'model', leastP: 0.1, isSignificant: true })
    expect(concludeEffects(pair)).toMatch(/^Significant by the model: CPU −(19|20|21)(\.\d)?%$/)
    const two = comparePairs([[1, 2]], repeat(databasesAndJdks, 2, cpuMsOf))
    expect(two.cpuMs).toMatchObject({ test: 'ranks', q: null, isSignificant: false })
    expect(concludeEffects(two)).toBe('Too few runs: p is at least 33.3%')
    const five = comparePairs([[1, 2]], repeat(databasesAndJdks, 5, cpuMsOf))
    expect(five.cpuMs).toMatchObject({ test: 'ranks', p: 2 / 252, isSignificant: true })
    expect(formatInterval('cpuMs', pair.cpuMs!)).toMatch(/^−2[12](\.\d)? to −1[78](\.\d)?%$/)
  })

  test('says where pairs go different ways, and leaves out marked runs and what a run did not measure', () => {
    // Postgres is faster on one JDK and slower on the other.
    const runs = repeat(databasesAndJdks, 3, (number) => [0, 10, 5, 10, 12][number]!)
    const marks = [{ mark: 'container-died' as const, reason: '' }]
    runs.push(sampleExperimentRun({ configuration: 2, cpuSeconds: 99, marks }))
    runs.push(sampleExperimentRun({ configuration: 2, cpuSeconds: null, load: null }))
    const [database] = computeVariableEffects({ configurations: databasesAndJdks, runs })
    expect(database!.measures.cpuMs).toMatchObject({ runs: 12, pairs: 2, contrary: 1 })
    const measured = runs.filter(({ configuration }) => configuration !== 4)
    expect(comparePairs([[3, 4]], measured).cpuMs).toBeNull()
    expect(concludeEffects(comparePairs([[3, 4]], measured))).toBe('No runs of both that count')
    const [half] = computeVariableEffects({ configurations: databasesAndJdks, runs: measured })
    expect(half!.measures.cpuMs).toMatchObject({ runs: 6, pairs: 1, leastP: 0.1 })
  })

  test('is of the first value against each other one, and of none where no two configurations differ in it alone', () => {
    const configurations = configure(
      ...[{ heap: '256m' }, { heap: '512m' }, { heap: '1g', jdk: '25' }, { heap: '1g' }],
      ...[
        { heap: '256m', constructor: 'a' },
        { heap: '512m', constructor: 'b' },
      ],
    )
    const effects = computeVariableEffects({ configurations, runs: [] })
    expect(effects.map(({ variable, from, to, pairs }) => [variable, from, to, pairs])).toEqual([
      ['heap', '256m', '512m', [[1, 2]]],
      ['heap', '256m', '1g', [[1, 4]]],
      ['constructor', 'a', 'b', []],
    ])
    expect(computeVariableEffects({ configurations: configure({}), runs: [] })).toEqual([])
  })

  test('of failed requests is in points, and what was 0 has no ratio', () => {
    const configurations = configure({ a: '1' }, { a: '2' })
    const runs = [0, 0, 0, 0].flatMap((_, at) => [
      sampleExperimentRun({ configuration: 1, cpuSeconds: 0, load: sampleLoad(100 + at) }),
      sampleExperimentRun({ configuration: 2, cpuSeconds: 1, load: sampleLoad(100 + at, { errors: 10 }) }),
    ])
    const [effect] = computeVariableEffects({ configurations, runs })
    expect(effect!.measures.failed!.change).toBeCloseTo(0.01, 3)
    expect(formatInterval('failed', effect!.measures.failed!)).toBe('+1 to +1 point')
    expect(effect!.measures.cpuMs).toMatchObject({ change: null, interval: null, p: 2 / 70 })
    expect(effect!.measures.perSecond).toMatchObject({ change: 0, p: 1, isSignificant: false })
  })

  test('shows in throughput and CPU time of four runs, however a percentile lies', () => {
    // As the demo service with its planted bug ran: p99.9 is of a few requests.
    const shop = configure({ pricing: 'index' }, { pricing: 'scan' })
    const p999 = [28.99, 25.02, 17.98, 26.94, 53.12, 33.92, 30.02, 26.05]
    const perSecond = [823.5, 1022, 1176, 887.6, 203.1, 231, 235.3, 237.5]
    const cpuMs = [0.425, 0.518, 0.368, 0.553, 3.508, 3.865, 3.685, 3.699]
    const runs = perSecond.map((rate, at) => {
      const load = sampleLoad(rate)
      const latency = { ...load.latency, p999: p999[at]! }
      const cpuSeconds = (cpuMs[at]! * load.requests) / 1000
      return sampleExperimentRun({ configuration: at < 4 ? 1 : 2, load: { ...load, latency }, cpuSeconds })
    })
    const [effect] = computeVariableEffects({ configurations: shop, runs })
    expect(effect!.measures.p999).toMatchObject({ test: 'model', isSignificant: false })
    expect(effect!.measures.cpuMs).toMatchObject({ p: expect.closeTo(0, 5) as number, isSignificant: true })
    expect(concludeEffects(effect!.measures)).toMatch(/^Significant by the model: Throughput −7\d(\.\d)?%, CPU \+/)
  })

  test('of latencies that are rounded to few values is no change when runs lie on either side of a step', () => {
    const configurations = configure({ a: '1' }, { a: '2' })
    const rounded = (perSecond: number[]) =>
      perSecond.map((rate, at) => sampleExperimentRun({ configuration: at < 3 ? 1 : 2, load: sampleLoad(rate) }))
    // 5 ms and 6 ms, and no digit between.
    const [effect] = computeVariableEffects({
      configurations,
      runs: rounded([200, 200, 200, 1000 / 6, 1000 / 6, 1000 / 6]),
    })
    expect(effect!.measures.p50).toMatchObject({ test: 'model', isSignificant: false })
    const [far] = computeVariableEffects({ configurations, runs: rounded([200, 200, 1000 / 6, 50, 50, 1000 / 21]) })
    expect(far!.measures.p50).toMatchObject({ test: 'model', isSignificant: true })
  })

  test('law: without any effect, at most 5% of experiments show one, however many measures and values they test', () => {
    const random = createRandom(4)
    const configurations = configure(
      ...['h2', 'mariadb', 'postgres'].flatMap((database) => ['17', '25'].map((jdk) => ({ database, jdk }))),
    )
    const rounds = byTier(60, 300)
    const alarms = { none: 0, jdk: 0 }
    const isShown = (effect: VariableEffect) => measures.some((measure) => effect.measures[measure]!.isSignificant)
    for (let round = 0; round < rounds; round++) {
      // Six measures follow the throughput, as they do in life; CPU time and allocation do not.
      const none = repeat(configurations, 3, () => 10, random)
      if (computeVariableEffects({ configurations, runs: none }).some(isShown)) alarms.none++
      // The JDK still does nothing where databases do.
      const databases = repeat(configurations, 3, (number) => 10 + Math.floor((number - 1) / 2), random)
      const effects = computeVariableEffects({ configurations, runs: databases })
      expect(effects.map(({ variable }) => variable)).toEqual(['database', 'database', 'jdk'])
      if (isShown(effects[2]!)) alarms.jdk++
    }
    const most = 0.05 + 3 * Math.sqrt((0.05 * 0.95) / rounds)
    expect(alarms.none / rounds).toBeLessThan(most)
    expect(alarms.jdk / rounds).toBeLessThan(most)
  })

  test('law: so does what runs really do: drift, another inlining, a long tail, rounded latencies', () => {
    const random = createRandom(8)
    const designs = [
      ...[3, 4, 5].map((repetitions) => ({ repetitions, configurations: configure({ a: '1' }, { a: '2' }) })),
      { repetitions: 2, configurations: databasesAndJdks },
      { repetitions: 3, configurations: configure({ a: '1' }, { a: '2' }, { a: '3' }) },
    ]
    const rounds = byTier(300, 1000)
    let alarms = 0
    for (let round = 0; round < rounds; round++) {
      const { configurations, repetitions } = designs[round % designs.length]!
      const runs = simulateRuns(configurations, repetitions, random)
      const effects = computeVariableEffects({ configurations, runs })
      if (effects.some((effect) => measures.some((measure) => effect.measures[measure]?.isSignificant))) alarms++
      const [shown] = effects.map((effect) => concludeEffects(effect.measures))
      if (!shown!.startsWith('Significant')) expect(shown).toMatch(/^Nothing significant( by the model)?$/)
    }
    expect(alarms / rounds).toBeLessThanOrEqual(0.05)
  })
})

/** In random order within each repetition, as `hearth experiment run` has it; no value changes anything. */
function simulateRuns(configurations: Configurations, repetitions: number, random: () => number): ExperimentRun[] {
  const normal = () => Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6)
  const isWarm = random() < 0.5
  const drift = 0.01 * normal()
  return Array.from({ length: repetitions }, (_, at) => at + 1).flatMap((repetition) =>
    configurations
      .map(({ number }) => ({ number, order: random() }))
      .sort((one, other) => one.order - other.order)
      .map(({ number }, at): ExperimentRun => {
        const since = (repetition - 1) * configurations.length + at
        // A method that is inlined in every other start of the JVM.
        const inlining = random() < 0.5 ? 1.1 : 1
        const ms = 4 * inlining * Math.exp(drift * since + (isWarm && since === 0 ? 0.1 : 0) + 0.03 * normal())
        const load = sampleLoad(1000 / ms)
        const latency = {
          ...load.latency,
          p50: Math.round(ms),
          p90: Math.round(2 * ms * Math.exp(0.05 * normal())),
          p95: Math.round(3 * ms * Math.exp(0.1 * normal())),
          p99: 5 * ms * Math.exp(0.2 * normal()),
          p999: 9 * ms * Math.exp(Math.abs(0.5 * normal())),
        }
        const errors = random() < 0.3 ? 1 : 0
        const cpuSeconds = (ms * 0.8 * Math.exp(0.02 * normal()) * load.requests) / 1000
        const requestsPerSecond = load.perSecond * Math.exp(0.05 * normal())
        const bytesPerSecond = 20_000 * Math.exp(0.02 * normal()) * requestsPerSecond
        return sampleExperimentRun({
          configuration: number,
          repetition,
          load: { ...load, latency, errors },
          cpuSeconds,
          allocation: { bytesPerSecond, requestsPerSecond },
        })
      }),
  )
}

const anyDesigns = [
  ...[2, 3, 4, 5, 6, 8].map((repetitions) => ({ repetitions, configurations: configure({ a: '1' }, { a: '2' }) })),
  ...[2, 3, 4].map((repetitions) => ({ repetitions, configurations: databasesAndJdks })),
  { repetitions: 4, configurations: configure({ a: '1' }, { a: '2' }, { a: '3' }) },
]

describe('an interval', () => {
  it('law: has no zero in it exactly where its q is at most the chance that it leaves, with ties and without', () => {
    const random = createRandom(12)
    const rounds = byTier(200, 1000)
    const seen = { surely: 0, lower: 0, split: 0, none: 0 }
    for (let round = 0; round < rounds; round++) {
      const { configurations, repetitions } = anyDesigns[round % anyDesigns.length]!
      const factor = [1, 1.1, 1.5, 3][Math.floor(random() * 4)]!
      const runs = simulateRuns(configurations, repetitions, random).filter(() => random() < 0.95)
      const changed = runs.map((run) => slowDown(run, isPostgres(run.configuration) ? factor : 1))
      for (const { measures: effects } of computeVariableEffects({ configurations, runs: changed }))
        for (const measure of measures) {
          const effect = effects[measure]
          if (!effect?.interval || effect.change === null) {
            seen.none++
            continue
          }
          const { low, high, confidence } = effect.interval
          const chance = effect.q ?? effect.p
          const isApart = low > 0 || high < 0
          expect(isApart, `${measure} ${JSON.stringify(effect)}`).toBe(chance <= 1 - confidence + 1e-8)
          if (confidence >= 0.95) expect(isApart, `${measure} ${JSON.stringify(effect)}`).toBe(chance <= 0.05)
          expect(low <= effect.change && effect.change <= high, `${measure} ${JSON.stringify(effect)}`).toBe(true)
          seen[confidence < 0.95 ? 'lower' : isApart ? 'surely' : 'split']++
        }
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(rounds / 50)
  })

  it('law: holds the true change at least as often as it says, whatever that is', () => {
    const random = createRandom(13)
    const rounds = byTier(300, 2000)
    for (const factor of [1, 1.3]) {
      const [held, claimed, all] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()]
      const add = (to: Map<string, number>, key: string, by: number) => to.set(key, (to.get(key) ?? 0) + by)
      for (let round = 0; round < rounds; round++) {
        const repetitions = 3 + (round % 5)
        const configurations = configure({ a: '1' }, { a: '2' })
        const runs = repeat(configurations, repetitions, (number) => (isPostgres(number) ? 10 * factor : 10), random)
        const { test: by, interval } = comparePairs([[1, 2]], runs).cpuMs!
        if (interval === null) continue
        add(all, by, 1)
        add(claimed, by, Math.min(0.95, interval.confidence))
        if (interval.low <= factor - 1 && factor - 1 <= interval.high) add(held, by, 1)
      }
      for (const by of ['ranks', 'model']) {
        const count = all.get(by)!
        expect(count).toBeGreaterThan(rounds / 4)
        const margin = 3 * Math.sqrt(0.05 * 0.95 * count)
        expect(held.get(by), by).toBeGreaterThan(claimed.get(by)! - margin)
      }
    }
  })

  it('says its confidence where that is less than 95%', () => {
    const format = (confidence: number) =>
      formatInterval('cpuMs', { interval: { low: 0.165, high: 2.489, confidence } })
    expect(format(0.75)).toBe('75%: +16.5 to +248.9%')
    expect(format(0.95)).toBe('+16.5 to +248.9%')
    expect(formatInterval('cpuMs', { interval: null })).toBeNull()
  })
})

/** A run that costs so much more of all that it measures. */
function slowDown(run: ExperimentRun, factor: number): ExperimentRun {
  const load = run.load!
  const times = (value: number | null) => value && value * factor
  const latency = Object.fromEntries(Object.entries(load.latency).map(([name, ms]) => [name, times(ms)]))
  return {
    ...run,
    load: { ...load, latency: latency as typeof load.latency, errors: factor > 1 ? load.errors + 2 : load.errors },
    cpuSeconds: times(run.cpuSeconds),
  }
}
