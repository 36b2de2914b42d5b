/** Which packages and functions a change made cheaper or dearer, as far as runs before and after it can show. */
import { type DeltaKind, deltaKinds, maxFalseDiscoveryRate } from '../merged-tree/comparison.ts'
import {
  createItems,
  type DeltaTable,
  findCauses,
  groupByFunction,
  groupByPackage,
  type GroupItems,
  nestPackages,
  sumByItem,
  toResults,
} from '../significance/significance.ts'
import { adjust, adjustPValues, testAll } from '../../statistics/adjust-p-values.ts'
import { estimateShift, type Stratum, testRanks } from '../../statistics/rank-test.ts'
import { type DescribedGroup, foldExplained } from './fold-explained.ts'
import { type ItemCosts, type ProfiledStratum, type WeighedRuns, weighRuns } from './weigh-runs.ts'

/** ms of CPU for each request. */
export interface ItemChange {
  /** Mean over the runs of a configuration, then over configurations. */
  readonly before: number
  readonly after: number
  /** Median over all pairs of runs, and where it lies. */
  readonly change: number
  readonly interval: { readonly low: number; readonly high: number; readonly confidence: number } | null
  readonly p: number
  /** Adjusted for all that was tested. */
  readonly q: number
}

export interface RunChange {
  readonly level: 'package' | 'function'
  readonly name: string
  /** What of it changed: what passes through it, or only what ends in it. */
  readonly delta: DeltaKind
  readonly self: ItemChange
  readonly total: ItemChange
  /** Significant packages and functions whose change is this one's, the largest first. */
  readonly explains: readonly string[]
}

export interface RunChanges {
  /** All of both sides, ms of CPU for each request. */
  readonly before: number
  readonly after: number
  /** Those that are significant and that no other explains, the largest change first. */
  readonly changes: readonly RunChange[]
  /** How many had enough CPU time to be tested. */
  readonly tested: { readonly package: number; readonly function: number }
  /** The smallest chance that so many runs can give, and that after adjusting if nothing else changed. */
  readonly leastP: number
  readonly leastQ: number
  readonly notes: readonly string[]
}

/** What costs less in the mean of all runs is not tested: a few samples of each run, and hundreds of tests more. */
const leastShare = 0.005

/**
 * Each package and function by what it costs in each run. Runs are compared within their stratum alone, by ranks: that measures variation between
 * runs, and what a JIT compiler does differently in each of them is in it.
 *
 * Throws: Problem `not-mergeable` for profiles of several events or units.
 */
export function findRunChanges(strata: readonly ProfiledStratum[]): RunChanges {
  const runs = weighRuns(strata)
  const { merged } = runs
  const [before, after] = [merged.before.total[0]!, merged.after.total[0]!]
  const least = (leastShare * (before + after)) / 2
  const levels = {
    package: groupByPackage(merged).map((groups) => testGroup(runs, createItems(merged.tree, groups), least)),
    function: groupByFunction(merged).map((groups) => testGroup(runs, createItems(merged.tree, groups), least)),
  }
  const { q, leastQ, leastP } = adjustLevels([levels.package, levels.function], strata)
  const [outer, inner] = levels.package.map((group) => describeGroup(runs, group, q))
  const [functions] = levels.function.map((group) => describeGroup(runs, group, q))
  const packages = nestPackages([outer!.table, inner!.table], merged, 'total')
  const rows = [
    { level: 'package', groups: [outer!, inner!], table: packages },
    { level: 'function', groups: [functions!], table: functions!.table },
  ] as const
  const changes = foldExplained(merged, rows).map(({ level, group, item, delta, explains }): RunChange => {
    const costs = group.costs[item]!
    const change = (kind: DeltaKind) =>
      describeCost(costs[kind], group.chances.get(keyOf(costs[kind])) ?? 1, q(costs[kind]))
    return { level, name: group.groups.names[item]!, delta, self: change('self'), total: change('total'), explains }
  })
  const count = (groups: readonly TestedGroup[]) =>
    groups.reduce((sum, { costs }) => sum + costs.filter((one) => one !== null).length, 0)
  return {
    ...{ before, after, leastP, leastQ, notes: runs.notes },
    changes: changes.sort((a, b) => Math.abs(b[b.delta].change) - Math.abs(a[a.delta].change)),
    tested: { package: count(levels.package), function: count(levels.function) },
  }
}

interface TestedGroup {
  readonly groups: GroupItems
  readonly costs: readonly (ItemCosts | null)[]
  /** By what was measured: the same in each run is the same test, of callers that do nothing else, say. */
  readonly chances: ReadonlyMap<string, number>
}

function testGroup(runs: WeighedRuns, groups: GroupItems, least: number): TestedGroup {
  const costs = runs.costsOf(groups, least)
  const chances = new Map<string, number>()
  for (const one of costs) {
    if (one === null) continue
    for (const delta of deltaKinds) {
      const key = keyOf(one[delta])
      // What never ends in it is no test.
      if (chances.has(key) || isEmpty(one[delta])) continue
      chances.set(key, testRanks(roundCosts(one[delta])).p)
    }
  }
  return { groups, costs, chances }
}

/** Sums of the same samples in another order differ in their last digits. */
function roundCosts(strata: readonly Stratum[]): Stratum[] {
  const round = (values: readonly number[]) => values.map((value) => Number(value.toPrecision(9)))
  return strata.map(({ before, after }) => ({ before: round(before), after: round(after) }))
}

function keyOf(strata: readonly Stratum[]): string {
  return JSON.stringify(roundCosts(strata))
}

function isEmpty(strata: readonly Stratum[]): boolean {
  return strata.every(({ before, after }) => [...before, ...after].every((cost) => cost === 0))
}

type GetQ = (strata: readonly Stratum[]) => number

/** Adjusted on each level, and no surer than that anything changed at all, on any. */
function adjustLevels(levels: readonly (readonly TestedGroup[])[], strata: readonly ProfiledStratum[]) {
  const tests = levels.map((groups) => new Map(groups.flatMap(({ chances }) => [...chances])))
  const chanceOfNone = testAll(Float64Array.from(tests, (chances) => testAll(Float64Array.from(chances.values()))))
  const adjusted = new Map<string, number>()
  for (const chances of tests) {
    const q = adjust(Float64Array.from(chances.values()), chanceOfNone)
    // A package of one function is tested on both levels: the surer one holds.
    ;[...chances.keys()].forEach((key, at) => adjusted.set(key, Math.min(q[at]!, adjusted.get(key) ?? 1)))
  }
  const { leastP } = testRanks(strata.map(({ before, after }) => separate(before.length, after.length)))
  const fewest = Math.min(...tests.map((chances) => Math.max(1, chances.size)))
  const alone = adjustPValues(Float64Array.from({ length: fewest }, (_, at) => (at === 0 ? leastP : 1)))
  const q: GetQ = (costs) => adjusted.get(keyOf(costs)) ?? 1
  return { q, leastP, leastQ: Math.min(1, alone[0]! * 2) }
}

/** So many runs, all after higher than all before. */
function separate(before: number, after: number): Stratum {
  return {
    before: Array.from({ length: before }, (_, at) => at),
    after: Array.from({ length: after }, (_, at) => before + at),
  }
}

function describeGroup({ merged }: WeighedRuns, tested: TestedGroup, q: GetQ): DescribedGroup & TestedGroup {
  const { groups, costs } = tested
  const { names, items } = groups
  const qOf = (kind: DeltaKind) => Float64Array.from(costs, (one) => (one === null ? Number.NaN : q(one[kind])))
  const ofTotal = qOf('total')
  const side = (of: 'before' | 'after') => ({
    self: sumByItem(items.self, merged[of].self),
    total: sumByItem(items.total, merged[of].total),
  })
  const [before, after] = [side('before'), side('after')]
  const nothing = new Float64Array(names.length)
  const none = new Uint8Array(names.length)
  const tests = { low: nothing, high: nothing, isHidden: none, cost: none }
  const minus = (kind: DeltaKind) => after[kind].map((cost, item) => cost - before[kind][item]!)
  const isSignificant = Uint8Array.from(ofTotal, (one) => Number(one <= maxFalseDiscoveryRate))
  const cause = findCauses(merged, {
    ...{ itemOfNode: items.total.itemOfNode!, before: before.total, after: after.total },
    ...{ selfChange: minus('self'), change: minus('total'), isSignificant },
  })
  const table: DeltaTable = {
    ...{ length: names.length, before, after, cause },
    ...toResults(tests, ofTotal, before.total, after.total),
  }
  return {
    ...tested,
    table: { ...table, names },
    isSelfSignificant: Uint8Array.from(qOf('self'), (one) => Number(one <= maxFalseDiscoveryRate)),
  }
}

function describeCost(strata: readonly Stratum[], p: number, q: number): ItemChange {
  const meanOf = (side: 'before' | 'after') => mean(strata.map((stratum) => mean(stratum[side])))
  const { median, low, high, confidence } = estimateShift(strata, (before, after) => after - before)!
  return {
    ...{ before: meanOf('before'), after: meanOf('after'), change: median },
    interval: confidence > 0 ? { low, high, confidence } : null,
    ...{ p, q },
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
