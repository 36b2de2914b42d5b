import { describe, expect, it } from 'vitest'
import { byTier } from '../../../testing/tier.ts'
import { plantedName, type SimulatedService, simulateCapture } from '../../../testing/profiles/simulated-service.ts'
import { profileFromDiagram } from '../../../testing/profiles/text-graph.ts'
import { compareFunctions, type GroupDelta } from '../compare-functions.ts'
import {
  deltaKinds,
  isSignificant,
  maxFalseDiscoveryRate,
  type MergeOptions,
  testOutcomes,
} from '../merged-tree/comparison.ts'
import { testSignificance } from './significance.ts'
import type { Profile } from '../../model/profile.ts'
import { createRandom } from '../../../testing/profiles/random-profile.ts'
import { createProfileBuilder } from '../../model/profile-builder.ts'
import { emptyProvenance } from '../../model/profile.ts'
import { buildMergedTree } from '../merged-tree/merged-tree.ts'

const order: MergeOptions = { width: 'after', scale: 'share', requests: null, sort: 'name' }
const pairs = byTier(60, 200)

const testNodes = (before: Profile, after: Profile) =>
  testSignificance({ before, after, merged: buildMergedTree(before, after, order) }).nodes('total')

/** Whether anything of a pair, on any level, self or total, is called significant. */
function showsADifference(before: Profile, after: Profile, scale: MergeOptions['scale'] = 'share'): boolean {
  const merged = buildMergedTree(before, after, { ...order, scale })
  const significance = testSignificance({ before, after, merged })
  return deltaKinds.some((delta) =>
    (['packages', 'classes', 'functions', 'nodes'] as const).some((level) =>
      significance[level](delta).q.some((chance) => chance <= maxFalseDiscoveryRate),
    ),
  )
}

describe('two captures without a change', { timeout: 300_000 }, () => {
  it.each<[string, Partial<SimulatedService>]>([
    ['samples at random', { cluster: 1 }],
    ['samples in clusters of 10', { cluster: 10 }],
    ['samples in clusters of 30', { cluster: 30 }],
    ['few samples in clusters', { cluster: 10, samples: 500 }],
    ['samples at random without times', { cluster: 1, hasTimes: false }],
    ['samples in clusters without times', { cluster: 10, hasTimes: false }],
    ['JVMs that warm up', { warmUp: 0.5 }],
    ['jobs that run now and then', { jobs: 1.5 }],
    ['threads that come and go', { threads: 12 }],
    ['all of that in few samples', { samples: 600, warmUp: 0.5, jobs: 1.5, threads: 12 }],
  ])('show a difference no more often than the false discovery rate: %s', (_, service) => {
    const wrong = Array.from({ length: pairs }, (_, pair) =>
      showsADifference(simulateCapture(2 * pair + 1, service), simulateCapture(2 * pair + 2, service)),
    ).filter(Boolean)
    expect(wrong.length / pairs).toBeLessThanOrEqual(maxFalseDiscoveryRate)
  })

  it.each([
    ['different lengths', 10, {}],
    ['very different lengths', 2, {}],
    ['very different lengths without times', 2, { hasTimes: false }],
  ])('may have %s', (_, seconds, service) => {
    const wrong = Array.from({ length: pairs }, (_, pair) =>
      showsADifference(
        simulateCapture(2 * pair + 1, { samples: 6000, seconds: 60, ...service }),
        simulateCapture(2 * pair + 2, { samples: 100 * seconds, seconds, ...service }),
      ),
    ).filter(Boolean)
    expect(wrong.length / pairs).toBeLessThanOrEqual(maxFalseDiscoveryRate)
  })

  it('show none per second either', () => {
    const wrong = Array.from({ length: pairs }, (_, pair) =>
      showsADifference(simulateCapture(2 * pair + 1), simulateCapture(2 * pair + 2), 'second'),
    ).filter(Boolean)
    expect(wrong.length / pairs).toBeLessThanOrEqual(maxFalseDiscoveryRate)
  })
})

describe('a planted change', { timeout: 300_000 }, () => {
  it.each(deltaKinds)('is the first row by %s', (delta) => {
    const found = Array.from(
      { length: 20 },
      (_, pair) =>
        compareFunctions(
          simulateCapture(2 * pair + 1, { samples: 20_000 }),
          simulateCapture(2 * pair + 2, { samples: 20_000, planted: 0.1 }),
          { delta },
        ).functions[0]!,
    ).filter(({ name, isSignificant }) => name === plantedName && isSignificant)
    expect(found.length).toBeGreaterThanOrEqual(19)
  })
})

/** A service whose samples have one of these stacks at random, with the probability of its weight. */
function serve(seed: number, paths: Readonly<Record<string, number>>, samples = 400, intervalMs = 50): Profile {
  const random = createRandom(seed)
  const builder = createProfileBuilder()
  const thread = builder.thread('http-1', 1)
  const stacks = Object.entries(paths).map(([path, weight]) => ({
    weight,
    row: path.split(' ').reduce((parent, name) => builder.stack(parent, builder.frame(name, 'java'), 'inlined'), -1),
  }))
  const all = stacks.reduce((sum, { weight }) => sum + weight, 0)
  for (let sample = 0; sample < samples; sample++) {
    let left = random() * all
    const { row } = stacks.find(({ weight }) => (left -= weight) < 0)!
    builder.sample(row, thread, sample * intervalMs, 1)
  }
  return builder.finish('samples', { ...emptyProvenance('test'), durationMs: samples * intervalMs })
}

/** As folded stacks know nothing of time. */
const timeless = (profile: Profile): Profile => ({
  ...profile,
  samples: { ...profile.samples, time: profile.samples.time.map(() => Number.NaN) },
  provenance: { ...profile.provenance, durationMs: null },
})

describe('a change that takes its callers along, without times', () => {
  const web = 'com.sun.net.Filter.doFilter sun.net.httpserver.Auth.doFilter shop.web.Server.serve shop.Shop.apply'
  const rest = {
    ...{ [`${web} shop.checkout.Checkout.settle shop.checkout.Rules.check`]: 15, [`${web} shop.json.Json.write`]: 8 },
    ...{ [`${web} shop.stock.Report.urgent java.util.TimSort.sort`]: 16, [`${web} shop.catalog.Pages.list`]: 9 },
    ...{ 'sun.net.httpserver.Dispatcher.run sun.nio.ch.EPoll.wait': 14, 'java.util.concurrent.Worker.run': 10 },
    ...{ 'sun.net.httpserver.Writer.run sun.nio.ch.Socket.write': 12, 'java.lang.Thread.yield': 6 },
  }
  const scan = { [`${web} shop.checkout.Checkout.settle shop.pricing.PriceRules.find`]: 1500 }
  const slow = timeless(serve(1, { ...rest, ...scan }, 840))
  const usual = timeless(serve(2, { ...rest, 'shop.pricing.Clock.now': 1 }, 125))

  it('is the first row, and what calls it is not', () => {
    const { packages, functions } = compareFunctions(slow, usual)
    expect(packages[0]).toMatchObject({ name: 'shop.pricing', isSignificant: true, cause: null })
    expect(functions[0]).toMatchObject({ name: 'shop.pricing.PriceRules.find', status: 'gone', isSignificant: true })
    const causes = packages.filter(({ isSignificant, cause }) => isSignificant && cause === null)
    expect(causes.map(({ name }) => name)).not.toContain('com.sun.net')
  })
})

describe('a share that changes because something else does', () => {
  const rest = Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [`org.web.Servlet.service org.net.io${at % 2}.Channel${at}.read`, 4]),
  )
  const slow = { 'org.web.Servlet.service shop.pricing.Rules.find': 360 }
  const usual = serve(1, rest)
  const slowed = serve(2, { ...rest, ...slow }, 4000, 5)
  const rowsOf = (before: Profile, after: Profile) => {
    const { packages, functions } = compareFunctions(before, after)
    const significant = [...packages, ...functions].filter(({ isSignificant }) => isSignificant).map(({ name }) => name)
    return { significant, network: packages.find(({ name }) => name === 'org.net')! }
  }

  it('is not significant', () => {
    const { significant, network } = rowsOf(usual, slowed)
    expect(network.totalBefore).toBe(1)
    expect(network.totalAfter).toBeLessThan(0.15)
    expect(network).toMatchObject({ isSignificant: false, cost: 'same' })
    expect(significant).toEqual(['shop.pricing', 'shop.pricing.Rules.find'])
    const mended = rowsOf(slowed, usual)
    expect(mended.network).toMatchObject({ isSignificant: false, cost: 'same' })
    expect(mended.significant).toEqual(significant)
  })

  it('is significant if the cost per second is the same at half the load', () => {
    const before = serve(3, { ...rest, 'org.web.Servlet.service shop.pricing.Rules.find': 10 }, 4000)
    const after = serve(4, { ...rest, 'org.web.Servlet.service shop.pricing.Rules.find': 20 }, 2400, 83)
    const { functions } = compareFunctions(before, after)
    expect(functions[0]).toMatchObject({ name: 'shop.pricing.Rules.find', isSignificant: true, cost: 'as-share' })
  })

  it('is not significant at twice the load either, if the cost per second did not change', () => {
    const lock = (weight: number) => ({ 'org.web.Servlet.service lib.sync.Lock.wait': weight })
    const before = serve(5, { ...rest, ...slow, ...lock(4) }, 4000, 5)
    const after = serve(6, { ...rest, ...lock(1.6) }, 832, 24)
    const { functions } = compareFunctions(before, after)
    const waiting = functions.find(({ name }) => name === 'lib.sync.Lock.wait')!
    expect(waiting.totalAfter).toBeGreaterThan(2 * waiting.totalBefore)
    expect(waiting).toMatchObject({ isSignificant: false, cost: 'same' })
    expect(functions[0]).toMatchObject({ name: 'shop.pricing.Rules.find', isSignificant: true })
  })

  it('is tested by shares alone if the durations are unknown', () => {
    expect(rowsOf(timeless(usual), timeless(slowed)).network).toMatchObject({ isSignificant: true, cost: 'as-share' })
  })
})

describe('an application on another database', () => {
  const web = 'org.web.Servlet.service com.acme.Owners.find org.hibernate.Loader.load'
  const rest = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`org.web.Servlet.service org.web.view${at % 5}.View${at}.render`, 3]),
  )
  // No single method of a driver has enough samples.
  const driver = (name: string, classes: number) =>
    Object.fromEntries(
      Array.from({ length: classes }, (_, at) => [
        `${web} ${name}.Statement${at}.execute ${name}.Socket${at}.read`,
        6 / classes,
      ]),
    )
  const mysql = serve(3, { ...rest, ...driver('com.mysql.cj', 12) })
  const postgres = serve(4, { ...rest, ...driver('org.postgresql.core', 12) })
  const { packages, functions } = compareFunctions(mysql, postgres)

  it('is reported by package, with one row for each driver', () => {
    expect(
      packages
        .filter(({ isSignificant, cause }) => isSignificant && cause === null)
        .map(({ name, status }) => [name, status])
        .toSorted(),
    ).toEqual([
      ['com.mysql.cj', 'gone'],
      ['org.postgresql.core', 'new'],
    ])
    expect(functions.filter(({ isSignificant }) => isSignificant)).toEqual([])
  })

  it('colours all frames of the driver', () => {
    const merged = buildMergedTree(mysql, postgres, { ...order, width: 'union' })
    const { q } = testSignificance({ before: mysql, after: postgres, merged }).nodes('total')
    const drivers = Array.from(merged.tree.frame.keys()).filter((node) => {
      const frame = merged.tree.frame[node]!
      return frame >= 0 && /mysql|postgres/.test(merged.strings[merged.frames.name[frame]!]!)
    })
    expect(drivers.length).toBeGreaterThan(30)
    for (const node of drivers) expect(q[node]).toBeLessThanOrEqual(maxFalseDiscoveryRate)
  })
})

describe('a change that many frames share', () => {
  const hasGrown = ({ isSignificant, totalAfter, totalBefore }: GroupDelta) => isSignificant && totalAfter > totalBefore
  const base = { 'app.Main.run app.Idle.poll': 60, 'app.Main.run app.Other.work': 30 }

  it('is one row: the method with the self time', () => {
    const slow = 'app.Main.run app.Cart.total app.Rules.find'
    const { functions } = compareFunctions(serve(1, { ...base, [slow]: 10 }), serve(2, { ...base, [slow]: 120 }))
    expect(functions.filter(hasGrown).map(({ name, cause }) => [name, cause])).toEqual([
      ['app.Rules.find', null],
      ['app.Cart.total', 'app.Rules.find'],
    ])
  })

  it('is the outermost new method if no method has the self time', () => {
    const calls = Object.fromEntries(
      ['a', 'b', 'c', 'd'].map((leaf) => [`app.Main.run app.Report.build app.Report.page app.Util.${leaf}`, 25]),
    )
    const { functions } = compareFunctions(serve(1, base), serve(2, { ...base, ...calls }))
    const ofReport = functions.filter(({ name }) => name.includes('Report'))
    expect(ofReport.map(({ name, cause, status }) => [name, cause, status])).toEqual([
      ['app.Report.build', null, 'new'],
      ['app.Report.page', 'app.Report.build', 'new'],
    ])
  })

  it('is the method of the program, not that of the JDK that calls it', () => {
    const calls = Object.fromEntries(
      ['a', 'b', 'c', 'd'].map((leaf) => [
        `java.util.concurrent.FutureTask.run app.Report.build app.Report.page java.util.Sort${leaf}.run`,
        25,
      ]),
    )
    const { functions, classes } = compareFunctions(serve(1, base), serve(2, { ...base, ...calls }))
    expect(functions.filter(hasGrown).find(({ cause }) => cause === null)?.name).toBe('app.Report.build')
    expect(classes.filter(hasGrown)[0]).toMatchObject({ name: 'app.Report', cause: null })
    expect(classes.find(({ name }) => name.endsWith('.FutureTask'))?.cause).toBe('app.Report')
  })

  it('is the one cause of all its packages', () => {
    const slow = 'app.Main.run com.web.http.Filter.filter org.web.http.Server.serve pricing.Rules.find'
    const { packages } = compareFunctions(serve(1, { ...base, [slow]: 10 }), serve(2, { ...base, [slow]: 120 }))
    const causes = packages.filter(hasGrown)
    expect(causes.length).toBeGreaterThanOrEqual(5)
    expect([...new Set(causes.map(({ cause }) => cause))]).toEqual([null, 'pricing'])
  })
})

describe('testSignificance', () => {
  it('finds nothing between a profile and itself', () => {
    const profile = simulateCapture(1)
    const merged = buildMergedTree(profile, profile, order)
    const significance = testSignificance({ before: profile, after: profile, merged }).nodes('total')
    const tested = [...significance.q.keys()].filter((node) => !Number.isNaN(significance.q[node]!))
    expect(tested.length).toBeGreaterThan(10)
    for (const node of tested) {
      expect(significance.q[node]).toBe(1)
      expect(significance.low[node]).toBeCloseTo(-significance.high[node]!, 12)
    }
  })

  it('has the same results with the sides swapped, and mirrored intervals', () => {
    const [one, two] = [simulateCapture(1), simulateCapture(2, { planted: 0.2 })]
    const there = testNodes(one, two)
    const back = testNodes(two, one)
    expect(back.q).toEqual(there.q)
    const mirror = (values: Float64Array) => values.map((value) => -value)
    expect(Array.from(mirror(back.high), (value) => value.toFixed(12))).toEqual(
      Array.from(there.low, (value) => value.toFixed(12)),
    )
  })

  it('finds a function that is a third of a short side and hardly in a long one', () => {
    const before = profileFromDiagram(`
      main  main  main  main
      a     b     c     d
      120   95    50    1
    `)
    const after = profileFromDiagram(`
      main  main  main  main
      a     b     c     d
      13    9     5     12
    `)
    const { functions } = compareFunctions(before, after, { delta: 'self' })
    expect(functions.filter(({ isSignificant }) => isSignificant).map(({ name }) => name)).toEqual(['d'])
  })

  it('distinguishes new, gone, and too few samples', () => {
    const before = profileFromDiagram(`
      main  main  main  main
      a     b     d     e
      500   400   2     60
    `)
    const after = profileFromDiagram(`
      main  main  main  main
      a     c     d     e
      500   400   3     61
    `)
    const merged = buildMergedTree(before, after, order)
    const significance = testSignificance({ before, after, merged }).nodes('self')
    const outcomeOf = Object.fromEntries(
      Array.from({ length: merged.tree.length - 1 }, (_, index) => [
        merged.strings[merged.frames.name[merged.tree.frame[index + 1]!]!]!,
        [testOutcomes[significance.outcome[index + 1]!], isSignificant(significance, index + 1)],
      ]),
    )
    expect(outcomeOf).toMatchObject({
      a: ['same', false],
      b: ['gone', expect.any(Boolean)],
      c: ['new', expect.any(Boolean)],
      d: ['few', false],
      e: ['same', false],
    })
  })

  it('calls a function new or gone by its total weight, not by its self weight', () => {
    const before = profileFromDiagram(`
      main  main  main  main_[i]
      a     b     c     .
      leaf  .     leaf  .
      500   400   100   50
    `)
    const after = profileFromDiagram(`
      main  main  main  main_[i]
      a     b     d     a
      .     leaf  leaf  leaf
      500   400   100   50
    `)
    const rows = compareFunctions(before, after, { delta: 'self' }).functions.filter(({ name }) => name !== 'leaf')
    expect(Object.fromEntries(rows.map(({ name, status }) => [name, status]))).toEqual({
      main: 'changed',
      a: 'changed',
      b: 'changed',
      c: 'gone',
      d: 'new',
    })
    const merged = buildMergedTree(before, after, order)
    const { outcome } = testSignificance({ before, after, merged }).nodes('self')
    const facts = Array.from(merged.tree.frame, (frame, node) => [
      frame < 0 ? 'all' : merged.strings[merged.frames.name[frame]!]!,
      testOutcomes[outcome[node]!]!,
    ])
    expect(facts.filter(([, fact]) => fact === 'new' || fact === 'gone')).toEqual([
      ['leaf', 'new'],
      ['c', 'gone'],
      ['leaf', 'gone'],
      ['d', 'new'],
      ['leaf', 'new'],
    ])
  })

  it('tests a function that is on every stack too, except by share, which is 1 on both sides', () => {
    const [slow, fast] = [profileFromDiagram('main\n900'), profileFromDiagram('main\n300')]
    for (const scale of ['share', 'raw', 'request'] as const) {
      const merged = buildMergedTree(slow, fast, { ...order, scale, requests: [100, 100] })
      for (const { q, outcome } of [
        testSignificance({ before: slow, after: fast, merged }).nodes('total'),
        testSignificance({ before: slow, after: fast, merged }).functions('total'),
      ]) {
        expect(testOutcomes[outcome[0]!]).toBe(scale === 'share' ? 'few' : 'changed')
        expect(Number.isNaN(q[0])).toBe(scale === 'share')
      }
    }
  })

  it('has the same results if one side counts nanoseconds', () => {
    const [one, two] = [simulateCapture(1), simulateCapture(2, { planted: 0.2 })]
    const tick = 1e7
    const inTime: Profile = {
      ...two,
      unit: 'nanoseconds',
      provenance: { ...two.provenance, frequencyHz: 1e9 / tick },
      samples: { ...two.samples, weight: two.samples.weight.map((weight) => weight * tick) },
    }
    const significance = [two, inTime].map((after) => testNodes(one, after))
    const round = (values: Float32Array) => Array.from(values, (value) => value.toPrecision(5))
    expect(round(significance[1]!.q)).toEqual(round(significance[0]!.q))
  })

  it('accepts empty sides', () => {
    const [empty, some] = [profileFromDiagram('main\n0'), simulateCapture(1)]
    for (const [before, after] of [
      [empty, some],
      [some, empty],
      [empty, empty],
    ] as const) {
      const significance = testNodes(before, after)
      expect(significance.q.every((q) => Number.isNaN(q))).toBe(true)
    }
  })
})
