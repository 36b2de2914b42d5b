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
import { adjust, testAll } from '../../statistics/adjust-p-values.ts'
import { mean, quantile } from '../../statistics/averages.ts'
import {
  type AdjustedChance,
  estimateShift,
  extendInterval,
  type Interval,
  type Stratum,
  testRanks,
} from '../../statistics/rank-test.ts'
import { estimateModelled, type ModelledDifference, testModerated } from '../../statistics/moderated-test.ts'
import { type DescribedGroup, foldExplained } from './fold-explained.ts'
import { type ItemCosts, type ProfiledStratum, type WeighedRuns, weighRuns } from './weigh-runs.ts'

/** ms of CPU for each request. */
export interface ItemChange {
  /** Median over the runs of a configuration, then the mean over configurations. */
  readonly before: number
  readonly after: number
  /** After less before, and where it lies, by the test that decided and adjusted as `q` is; null without a test. */
  readonly change: number
  readonly interval: Interval | null
  readonly p: number
  /** Adjusted for all that was tested. */
  readonly q: number
}

export interface RunChange {
  readonly level: 'package' | 'function'
  readonly name: string
  /** The weight of it that changed: its total, or only its self weight. */
  readonly delta: DeltaKind
  readonly self: ItemChange
  readonly total: ItemChange
  /** Significant functions, then packages, whose change is this one's; of each the largest self change first. */
  readonly explains: readonly string[]
  /** The function among them in which at least half of the change ends; null where none is. */
  readonly mostlyIn: string | null
}

/** How changes are tested: by the order of the runs alone, or by how far runs of one configuration lie apart. */
export type RunTest = 'ranks' | 'model'

export interface RunChanges {
  /** All of both sides, ms of CPU for each request: medians, as of each change. */
  readonly before: number
  readonly after: number
  /** Changes that are significant and that no other change explains, the largest first. */
  readonly changes: readonly RunChange[]
  readonly test: RunTest
  /** How many had enough CPU time to be tested. */
  readonly tested: { readonly package: number; readonly function: number }
  /** The smallest chance that ranks of so many runs can give, and that after adjusting if nothing else changed. */
  readonly leastP: number
  readonly leastQ: number
  readonly notes: readonly string[]
}

/** Items with a smaller share in the mean of all runs are not tested: they have few samples, and are hundreds. */
const leastTestedShare = 0.005

/**
 * Compares the cost of each package and function between runs, within their stratum alone. The variation between runs
 * is measured so, with the different choices of the JIT compiler in each. Ranks decide where so many runs can show one
 * change among all that are tested, a model of how far runs lie apart where they cannot.
 *
 * Throws: Problem `not-mergeable` for profiles of several events.
 */
export function findRunChanges(strata: readonly ProfiledStratum[]): RunChanges {
  const runs = weighRuns(strata)
  const { merged } = runs
  const least = (leastTestedShare * (merged.before.total[0]! + merged.after.total[0]!)) / 2
  const levels = {
    package: groupByPackage(merged).map((groups) => testGroup(runs, createItems(merged.tree, groups), least)),
    function: groupByFunction(merged).map((groups) => testGroup(runs, createItems(merged.tree, groups), least)),
  }
  const tests = [levels.package, levels.function].map((groups) => new Map(groups.flatMap(({ tests }) => [...tests])))
  const { leastP, leastQ } = findLeast(strata, tests)
  const byModel = leastQ > maxFalseDiscoveryRate ? testByModel(tests, least) : null
  const chances = tests.map((ofLevel) =>
    Float64Array.from(ofLevel, ([key, costs]) => byModel?.get(key)!.p ?? testRanks(costs).p),
  )
  const chanceOf = byKey(tests, chances)
  const qOf = byKey(tests, adjustLevels(chances))
  const [outer, inner] = levels.package.map((group) => describeGroup(runs, group, qOf))
  const [functions] = levels.function.map((group) => describeGroup(runs, group, qOf))
  const packages = nestPackages([outer!.table, inner!.table], merged, 'total')
  const rows = [
    { level: 'package', groups: [outer!, inner!], table: packages },
    { level: 'function', groups: [functions!], table: functions!.table },
  ] as const
  const changes = foldExplained(merged, rows).map(({ level, group, item, delta, ...folded }): RunChange => {
    const costs = group.costs[item]!
    const change = (kind: DeltaKind) => {
      const tested = { p: chanceOf(costs[kind]), q: qOf(costs[kind]) }
      const isTested = meanOfAll(costs[kind]) >= least
      return describeCost(costs[kind], tested, (before) =>
        isTested ? findInterval(costs[kind], tested, byModel && { all: byModel, offset: least / 2, before }) : null,
      )
    }
    return { level, name: group.groups.names[item]!, delta, self: change('self'), total: change('total'), ...folded }
  })
  const count = (groups: readonly TestedGroup[]) =>
    groups.reduce((sum, { costs }) => sum + costs.filter((one) => one !== null).length, 0)
  return {
    ...takeMedians(
      strata.map((one) => ({ before: one.before.map(({ cost }) => cost), after: one.after.map(({ cost }) => cost) })),
    ),
    ...{ leastP, leastQ, notes: runs.notes, test: byModel ? 'model' : 'ranks' },
    changes: changes.sort((a, b) => Math.abs(b[b.delta].change) - Math.abs(a[a.delta].change)),
    tested: { package: count(levels.package), function: count(levels.function) },
  }
}

/** Costs by `keyOf`. Items that cost the same in each run share one test, such as callers that do nothing else. */
type Tests = ReadonlyMap<string, readonly Stratum[]>

interface TestedGroup {
  readonly groups: GroupItems
  readonly costs: readonly (ItemCosts | null)[]
  readonly tests: Tests
}

function testGroup(runs: WeighedRuns, groups: GroupItems, least: number): TestedGroup {
  const costs = runs.costsOf(groups, least)
  const tests = new Map<string, readonly Stratum[]>()
  for (const one of costs) {
    if (one === null) continue
    for (const delta of deltaKinds) {
      // Total and self are checked each by itself: much may pass through an item in which little ends.
      if (meanOfAll(one[delta]) >= least) tests.set(keyOf(one[delta]), roundCosts(one[delta]))
    }
  }
  return { groups, costs, tests }
}

function meanOfAll(strata: readonly Stratum[]): number {
  return mean(strata.flatMap(({ before, after }) => [...before, ...after]))
}

/** Sums of the same samples in another order differ in their last digits. */
function roundCosts(strata: readonly Stratum[]): Stratum[] {
  const round = (values: readonly number[]) => values.map((value) => Number(value.toPrecision(9)))
  return strata.map(({ before, after }) => ({ before: round(before), after: round(after) }))
}

function keyOf(strata: readonly Stratum[]): string {
  return JSON.stringify(roundCosts(strata))
}

/**
 * By `keyOf`; null where no configuration has two runs. A cost below half of the least that is tested may as well be
 * absent.
 */
function testByModel(tests: readonly Tests[], least: number): ReadonlyMap<string, ModelledDifference> | null {
  const all = new Map(tests.flatMap((ofLevel) => [...ofLevel]))
  const modelled = testModerated([...all.values()], least / 2)
  return modelled && new Map([...all.keys()].map((key, at) => [key, modelled[at]!]))
}

/** Adjusted on each level, and no surer than that anything changed at all, on any. */
function adjustLevels(levels: readonly Float64Array[]): Float64Array[] {
  const chanceOfNone = testAll(Float64Array.from(levels, testAll))
  return levels.map((chances) => adjust(chances, chanceOfNone))
}

type GetChance = (strata: readonly Stratum[]) => number

/** A package of one function is tested on both levels: the surer one holds. Gives 1 for an item without a test. */
function byKey(tests: readonly Tests[], chances: readonly Float64Array[]): GetChance {
  const chanceOfKey = new Map<string, number>()
  tests.forEach((ofLevel, level) => {
    ;[...ofLevel.keys()].forEach((key, at) =>
      chanceOfKey.set(key, Math.min(chances[level]![at]!, chanceOfKey.get(key) ?? 1)),
    )
  })
  return (costs) => chanceOfKey.get(keyOf(costs)) ?? 1
}

/** Gives the least p-value and q-value that ranks of so many runs can have. */
function findLeast(strata: readonly ProfiledStratum[], tests: readonly Tests[]) {
  const { leastP } = testRanks(strata.map(({ before, after }) => separate(before.length, after.length)))
  const fewest = Math.min(...tests.map(({ size }) => Math.max(1, size)))
  return { leastP, leastQ: Math.min(1, leastP * fewest * tests.length) }
}

/** Gives a stratum of so many runs in which each run after is higher than each before. */
function separate(before: number, after: number): Stratum {
  return {
    before: Array.from({ length: before }, (_, at) => at),
    after: Array.from({ length: after }, (_, at) => before + at),
  }
}

function describeGroup({ merged }: WeighedRuns, tested: TestedGroup, q: GetChance): DescribedGroup & TestedGroup {
  const { groups, costs } = tested
  const { names, items } = groups
  const qOf = (kind: DeltaKind) => Float64Array.from(costs, (one) => (one === null ? Number.NaN : q(one[kind])))
  const ofTotal = qOf('total')
  const side = (of: 'before' | 'after') => ({
    self: sumByItem(items.self, merged[of].self),
    total: sumByItem(items.total, merged[of].total),
  })
  const [before, after] = [side('before'), side('after')]
  // Changes between runs have intervals of their own: describeCost.
  const nothing = new Float64Array(names.length)
  const none = new Uint8Array(names.length)
  const minus = (kind: DeltaKind) => after[kind].map((cost, item) => cost - before[kind][item]!)
  const isSignificant = Uint8Array.from(ofTotal, (one) => Number(one <= maxFalseDiscoveryRate))
  const cause = findCauses(merged, {
    ...{ itemOfNode: items.total.itemOfNode!, before: before.total, after: after.total },
    ...{ selfChange: minus('self'), change: minus('total'), isSignificant, names },
  })
  const table: DeltaTable = {
    ...{ length: names.length, before, after, cause },
    ...{ low: nothing, high: nothing },
    ...toResults({ isHidden: none, cost: none }, ofTotal, before.total, after.total),
  }
  return {
    ...tested,
    table: { ...table, names },
    isSelfSignificant: Uint8Array.from(qOf('self'), (one) => Number(one <= maxFalseDiscoveryRate)),
  }
}

function describeCost(
  strata: readonly Stratum[],
  tested: AdjustedChance,
  intervalOf: (before: number) => Interval | null,
): ItemChange {
  const { before, after } = takeMedians(strata)
  const change = after - before
  return { before, after, change, interval: extendInterval(intervalOf(before), change), ...tested }
}

/** The model's is of ratios: those of `before`, with the offset that they are of. */
function findInterval(
  strata: readonly Stratum[],
  tested: AdjustedChance,
  model: { all: ReadonlyMap<string, ModelledDifference>; offset: number; before: number } | null,
): Interval | null {
  if (!model) return estimateShift(strata, (before, after) => after - before, tested)!.interval
  const interval = estimateModelled(model.all.get(keyOf(strata))!, tested)
  // No more can go than there is.
  const least = model.before > 0 ? -model.before : -Infinity
  const msOf = (ratio: number) => Math.max(least, Math.expm1(ratio) * (model.before + model.offset))
  return interval && { ...interval, low: msOf(interval.low), high: msOf(interval.high) }
}

/** One run that costs much more moves a mean, and would part it from the interval, which is of ranks. */
function takeMedians(strata: readonly Stratum[]): { before: number; after: number } {
  const of = (side: 'before' | 'after') => mean(strata.map((stratum) => quantile(stratum[side], 0.5)))
  return { before: of('before'), after: of('after') }
}
