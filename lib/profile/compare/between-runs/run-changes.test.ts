import { describe, expect, test } from 'vitest'
import { createProfileBuilder } from '../../model/profile-builder.ts'
import { emptyProvenance, type FrameKind } from '../../model/profile.ts'
import { createRandom } from '../../statistics/random.ts'
import { byTier } from '../../../testing/tier.ts'
import { findRunChanges } from './run-changes.ts'
import type { ProfiledRun, ProfiledStratum } from './weigh-runs.ts'

/** ms of CPU for each request by stack, `read` alone is of the kernel. */
type Costs = Readonly<Record<string, number>>

const handler = 'java.lang.Thread.run;com.acme.shop.Handler.handle'
const hibernate = `${handler};org.hibernate.loader.Loader.load`
const shop: Costs = {
  ...Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${handler};com.acme.part${at}.Part.work`, 0.2])),
  [`${handler};com.acme.json.Writer.write`]: 2,
  [hibernate]: 2,
}
const mysql: Costs = {
  ...shop,
  [`${hibernate};com.mysql.cj.Session.send`]: 2,
  [`${hibernate};com.mysql.cj.Session.send;com.mysql.cj.Packet.encode;java.util.Arrays.copyOf`]: 1,
  [`${hibernate};com.mysql.cj.Session.send;com.mysql.cj.Packet.read;read`]: 3,
}
const postgres: Costs = { ...shop, [hibernate]: 3.5, [`${hibernate};org.postgresql.core.Query.execute`]: 1 }

/** So many runs; each stack costs a little more or less in each, and is met by some samples in a row. */
function simulateRuns(costs: Costs, count: number, random: () => number, { samples = 3000, inARow = 4 } = {}) {
  const normal = () => Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6)
  return Array.from({ length: count }, (): ProfiledRun => {
    const load = 1 + 0.02 * normal()
    const mean = Object.values(costs).reduce((sum, cost) => sum + cost, 0)
    const builder = createProfileBuilder()
    let cost = 0
    for (const [stack, ms] of Object.entries(costs)) {
      const own = ms * load * (1 + 0.05 * normal())
      cost += own
      const expected = (samples * own) / mean / inARow
      const weight = Math.max(0, Math.round(expected + Math.sqrt(expected) * normal())) * inARow
      const kindOf = (name: string): FrameKind => (name === 'read' ? 'kernel' : 'java')
      const row = stack
        .split(';')
        .reduce((caller, name) => builder.stack(caller, builder.frame(name, kindOf(name))), -1)
      builder.sample(row, builder.thread('http-1'), Number.NaN, weight)
    }
    return { profile: builder.finish('samples', emptyProvenance('simulated')), cost }
  })
}

function simulateStrata(before: Costs, after: Costs, random: () => number, { pairs = 2, repetitions = 4 } = {}) {
  return Array.from({ length: pairs }, (_, at): ProfiledStratum => {
    const heavier = (costs: Costs) => Object.fromEntries(Object.entries(costs).map(([key, ms]) => [key, ms * (1 + at)]))
    return {
      before: simulateRuns(heavier(before), repetitions, random),
      after: simulateRuns(heavier(after), repetitions, random),
    }
  })
}

describe('what a change does to functions, between runs', () => {
  test('before, after and change are of one estimator: medians of the runs, which one slow run does not move', () => {
    const random = createRandom(7)
    const slow = { ...shop, [`${handler};com.acme.part3.Part.work`]: 2.2 }
    const [{ before, after }] = simulateStrata(shop, slow, random, { pairs: 1, repetitions: 5 }) as [ProfiledStratum]
    const slowest = { ...after[0]!, cost: 4 * after[0]!.cost }
    const all = findRunChanges([{ before, after: [slowest, ...after.slice(1)] }])
    const part = all.changes.find(({ name }) => name === 'com.acme.part3')!
    for (const costs of [part.total, part.self]) expect(costs.change).toBe(costs.after - costs.before)
    expect(part.total.change).toBeGreaterThan(2 * 0.9)
    expect(part.total.change).toBeLessThan(2 * 1.25)
    expect(all.after).toBeGreaterThan(12 * 0.95)
    expect(all.after).toBeLessThan(12 * 1.1)
  })

  test('a function that is dearer is named, within 10% of what it costs, and explains its callers', () => {
    const random = createRandom(7)
    const slow = { ...shop, [`${handler};com.acme.part3.Part.work`]: 2.2 }
    const few = findRunChanges(simulateStrata(shop, slow, random, { pairs: 1 }))
    const { before, after, leastP } = few
    expect(leastP).toBeCloseTo(2 / 70)
    expect(before).toBeCloseTo(10, 0)
    expect(after).toBeCloseTo(12, 0)
    const more = findRunChanges(simulateStrata(shop, slow, random, { pairs: 2 }))
    // 2 of 70 orders are too many for one of dozens of functions.
    expect([few.test, more.test]).toEqual(['model', 'ranks'])
    for (const { changes } of [few, more])
      expect(changes.map(({ level, name, delta }) => [level, name, delta])).toEqual([
        ['package', 'com.acme.part3', 'total'],
      ])
    const [part] = more.changes
    // One pair of configurations costs twice as much: 2 ms and 4 ms.
    expect(part!.total.after - part!.total.before).toBeGreaterThan(3 * 0.9)
    expect(part!.total.after - part!.total.before).toBeLessThan(3 * 1.1)
    expect(part!.total.change).toBeGreaterThan(2 * 0.9)
    expect(part!.total.change).toBeLessThan(4 * 1.1)
    expect(part!.total.interval!.low).toBeGreaterThan(1.5)
    expect(part!.explains).toContain('com.acme.part3.Part.work')
    expect(more.tested).toEqual({ package: 36, function: 34 })
  })

  test('law: an interval has no zero in it exactly where its q is at most the chance that it leaves', () => {
    const random = createRandom(21)
    const tests = new Set<string>()
    for (let round = 0; round < byTier(20, 200); round++) {
      const slow = { ...shop, [`${handler};com.acme.part3.Part.work`]: 0.25 + random() }
      const design = { pairs: 1 + (round % 2), repetitions: 2 + (round % 5) }
      const { changes, test } = findRunChanges(simulateStrata(shop, slow, random, design))
      for (const { name, self, total, delta } of changes) {
        for (const { change, interval, q } of [self, total]) {
          if (interval === null) continue
          const { low, high, confidence } = interval
          const label = `${name} ${JSON.stringify({ change, interval, q, test })}`
          expect(low > 0 || high < 0, label).toBe(q <= 1 - confidence + 1e-8)
          expect(low <= change && change <= high, label).toBe(true)
          // The model decides with two runs, too, of which ranks have no interval of 95%.
          if (test === 'model') expect(confidence, label).toBe(0.95)
        }
        expect({ self, total }[delta].interval, name).not.toBeNull()
        tests.add(test)
      }
    }
    expect([...tests].sort()).toEqual(['model', 'ranks'])
  })

  test('what a package explains begins with the functions that spend the change themselves, not with their callers', () => {
    const callers = Array.from({ length: 12 }, (_, at) => `com.acme.shop.Filter${at}.filter`)
    const rules = `${[handler, ...callers].join(';')};org.rules.Rules`
    const fast = { ...shop, [`${rules}.find`]: 0.3 }
    const slow = { ...shop, [`${rules}.find`]: 2, [`${rules}.find;java.util.HashMap.get`]: 1 }
    const [first] = findRunChanges(simulateStrata(fast, slow, createRandom(3))).changes
    const { name, explains, mostlyIn } = first!
    expect(name).toBe('org.rules')
    expect(explains.slice(0, 2)).toEqual(['org.rules.Rules.find', 'java.util.HashMap.get'])
    expect(explains).toEqual(expect.arrayContaining(callers))
    // 1.7 of 2.7 ms end in it.
    expect(mostlyIn).toBe('org.rules.Rules.find')
  })

  test('another driver is named with what it calls, and so is what its caller does itself besides', () => {
    const { changes } = findRunChanges(simulateStrata(mysql, postgres, createRandom(3), { pairs: 2 }))
    const named = changes.map(({ name, delta }) => `${name} ${delta}`)
    expect(named).toEqual(['com.mysql.cj total', 'org.hibernate self', 'org.postgresql.core total'])
    const [driver, orm, other] = changes
    // Means over both pairs, of which one is twice the other.
    expect(driver!.total.before).toBeCloseTo(9, 0)
    expect(driver!.total).toMatchObject({ after: 0 })
    expect(driver!.self.before).toBeCloseTo(3, 0)
    expect(driver!.total.change).toBeLessThan(0)
    expect(orm!.self.after - orm!.self.before).toBeCloseTo(2.25, 0)
    expect(other!.total.after).toBeCloseTo(1.5, 1)
    expect(driver!.explains).toEqual(expect.arrayContaining(['read', 'com.mysql.cj.Session.send']))
  })

  test('nothing is named in at least 19 of 20 experiments without a change', () => {
    const random = createRandom(5)
    const designs = [
      { pairs: 1, repetitions: 5 },
      { pairs: 2, repetitions: 5 },
      { pairs: 3, repetitions: 5 },
      { pairs: 1, repetitions: 3 },
      { pairs: 2, repetitions: 2 },
      { pairs: 1, repetitions: 2 },
    ]
    const rounds = byTier(20, 200)
    let alarms = 0
    for (let round = 0; round < rounds; round++) {
      const strata = simulateStrata(mysql, mysql, random, designs[round % designs.length])
      if (findRunChanges(strata).changes.length > 0) alarms++
    }
    expect(alarms / rounds).toBeLessThanOrEqual(0.05)
  })

  test('what has no stack costs as much, and a run of no samples is not lost', () => {
    const builder = createProfileBuilder()
    const row = builder.stack(-1, builder.frame('com.acme.Cart.total', 'java'))
    builder.sample(row, builder.thread('a'), Number.NaN, 1)
    builder.sample(-1, builder.thread('a'), Number.NaN, 3)
    const profile = builder.finish('samples', emptyProvenance('simulated'))
    const { before, after } = findRunChanges([{ before: [{ profile, cost: 8 }], after: [{ profile, cost: 4 }] }])
    expect([before, after]).toEqual([8, 4])
  })
})
