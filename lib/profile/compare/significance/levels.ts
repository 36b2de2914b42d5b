import {
  type ComparisonLevel,
  comparisonLevels,
  type DeltaKind,
  deltaKinds,
  isSignificant,
  type MergedTree,
} from '../merged-tree/comparison.ts'
import { getMergedRows } from '../merged-tree/merged-tree-rows.ts'
import { hasInlinedFrames } from '../merged-tree/normalize-stacks.ts'
import type { Profile } from '../../model/profile.ts'
import { findWidestNodes, type FunctionDeltas, type GroupDeltas, orderDeltaRows, toResults } from './delta-tables.ts'
import { type CallChanges, sumCalls } from './call-changes.ts'
import { markLargestChange } from './largest-change.ts'
import { chooseCostScales } from './cost-per-second.ts'
import { eventOfBoth } from '../merged-tree/comparison-scales.ts'
import { areTwoEngines } from '../merged-tree/engine-sides.ts'
import { type ChangeLimits, createEngineLimits } from './engine-limits.ts'
import { createLostCallerLimits } from './lost-caller-limits.ts'
import { createItems, type GroupItems, groupByClass, groupByFunction, groupByPackage } from './groups.ts'
import { alignParts, nestPackages } from './nest-packages.ts'
import { estimateCommonDispersion } from './dispersion.ts'
import { leaveOut, type SideSamples, sumSamples } from './side-samples.ts'
import { findGroupCauses, type GroupEvidence, type TestedGroups, testGroups } from './group-tests.ts'
import { adjustResults, findChanceOfEach } from './adjust-results.ts'
import { adjust, testAll } from '../../statistics/adjust-p-values.ts'
import type { ItemTests } from './item-tests.ts'
import type { TestItems } from './items.ts'

/** Two profiles and the tree merged from them. */
export interface MergedPair {
  readonly before: Profile
  readonly after: Profile
  readonly merged: MergedTree
}

/** For each merged frame the surest result of its package, class and function, of those new or gone as a whole. */
export interface WholeGroups {
  /** 1 for none. */
  readonly q: Float64Array
  /** Index into comparisonLevels, plus 1; 0 for none. */
  readonly level: Uint8Array
}

/** Tests of packages, classes and functions. */
export type Levels = ReturnType<typeof createLevels>

interface CachedLevels extends Pick<MergedPair, 'before' | 'after'> {
  readonly levels: Levels
}

// The page asks for them one by one.
const levelCache = new WeakMap<MergedTree, CachedLevels>()

export function testLevels(pair: MergedPair): Levels {
  const last = levelCache.get(pair.merged)
  if (last?.before === pair.before && last.after === pair.after) return last.levels
  const levels = createLevels(pair)
  levelCache.set(pair.merged, { before: pair.before, after: pair.after, levels })
  return levels
}

/** Makes the levels: packages, classes and functions, in which people think, and few enough for small samples. */
function createLevels({ merged, before, after }: MergedPair) {
  const groupsOf = remember((level: ComparisonLevel) =>
    groupersOf[level](merged).map((groups) => createItems(merged.tree, groups)),
  )
  const evidence = remember((): GroupEvidence => {
    const rows = getMergedRows(merged, before, after)
    const sides = [sumSamples(merged.tree, before, rows.before), sumSamples(merged.tree, after, rows.after)] as const
    const unchanged = remember(() => leaveOutLargestChange(merged, sides))
    const estimateBy = (items: TestItems) => estimateCommonDispersion(items, ...unchanged())
    const limits = createEngineLimits(merged, before, after) ?? createLostCallerLimits(merged, before, after)
    return {
      before: sides[0],
      after: sides[1],
      costScales: chooseCostScales(merged, eventOfBoth(before.provenance, after.provenance)),
      commonDispersion: createCommonDispersion(groupsOf('function'), limits, estimateBy),
      calls: sumCallsOf(merged, before, after),
      limits,
    }
  })
  const test = remember((level: ComparisonLevel, delta: DeltaKind): TestedGroups[] => {
    const tested = groupsOf(level).map((groups) => testGroups(merged, evidence(), groups, delta))
    if (level === 'package') alignParts(tested as [TestedGroups, TestedGroups], delta)
    return tested
  })
  const chanceOfNone = remember(() => {
    const all = deltaKinds.flatMap((delta) => comparisonLevels.map((level) => testAll(joinChances(test(level, delta)))))
    return testAll(Float64Array.from(all))
  })
  /** Tables of one level, adjusted together. */
  const table = (level: ComparisonLevel, delta: DeltaKind) => {
    const tested = test(level, delta)
    const q = adjust(joinChances(tested), chanceOfNone())
    const chance = findChanceOfEach(q)
    let from = 0
    return tested.map((one) => {
      const { before, after, tests, groups } = one
      const own = q.slice(from, (from += groups.names.length))
      const results = adjustResults(tests, toResults(tests, own, before.total, after.total), chance)
      const cause =
        delta === 'total'
          ? findGroupCauses(merged, one, (group) => isSignificant(results, group))
          : new Int32Array(own.length).fill(-1)
      return { length: own.length, names: groups.names, before, after, cause, ...results, ...hiddenColumns(one) }
    })
  }
  const wholeGroups = remember((): WholeGroups => {
    const least = { q: new Float64Array(merged.frames.length).fill(1), level: new Uint8Array(merged.frames.length) }
    comparisonLevels.forEach((level, index) => {
      const tables = table(level, 'total')
      test(level, 'total').forEach(({ groups: { groupOfFrame } }, at) => {
        const { before, after, q } = tables[at]!
        groupOfFrame.forEach((group, frame) => {
          const isWhole = group >= 0 && (before.total[group] === 0 || after.total[group] === 0)
          if (!isWhole || !(q[group]! < least.q[frame]!)) return
          least.q[frame] = q[group]!
          least.level[frame] = index + 1
        })
      })
    })
    return least
  })
  const tested = new Set<string>()
  /** All tests that were not done yet, with a pause after each. */
  function* steps(): Iterable<void> {
    for (const level of comparisonLevels) {
      for (const delta of deltaKinds) {
        if (tested.has(`${level} ${delta}`)) continue
        test(level, delta)
        tested.add(`${level} ${delta}`)
        yield
      }
    }
  }
  return {
    steps,
    chanceOfNone,
    wholeGroups,
    costScales: () => evidence().costScales,
    commonDispersion: (items: TestItems) => evidence().commonDispersion(items),
    /** Tests the self weight of each function. */
    functionTests: (): ItemTests => test('function', 'self')[0]!.tests,
    functions: remember((delta: DeltaKind): FunctionDeltas => {
      const [{ names: _names, ...deltas }] = table('function', delta) as [GroupDeltas]
      const [{ groups }] = test('function', delta) as [TestedGroups]
      const frame = new Uint32Array(deltas.length)
      groups.groupOfFrame.forEach((group, row) => {
        if (group >= 0) frame[group] = row
      })
      const widestOf = findWidestNodes(merged)
      return orderDeltaRows(
        { ...deltas, frame, widest: Int32Array.from(frame, (row) => widestOf[row]!) },
        merged,
        delta,
      )
    }),
    classes: remember((delta: DeltaKind): GroupDeltas => orderDeltaRows(table('class', delta)[0]!, merged, delta)),
    packages: remember((delta: DeltaKind): GroupDeltas =>
      orderDeltaRows(nestPackages(table('package', delta) as [GroupDeltas, GroupDeltas], merged, delta), merged, delta),
    ),
  }
}

/** Lost callers change the totals of nearly all functions: only self weights show noise then. */
function createCommonDispersion(
  functions: readonly GroupItems[],
  limits: ChangeLimits | null,
  estimateBy: (items: TestItems) => number,
): GroupEvidence['commonDispersion'] {
  const areTotalsUnlike = limits?.reason === 'callers'
  const kinds = areTotalsUnlike ? (['self'] as const) : deltaKinds
  const ofFunctions = remember(() =>
    Math.max(...functions.flatMap(({ items }) => kinds.map((delta) => estimateBy(items[delta])))),
  )
  return (items) => (areTotalsUnlike ? ofFunctions() : Math.max(ofFunctions(), estimateBy(items)))
}

/** Gives the calls of a pair where a side may hide methods; null where both engines show all frames. */
function sumCallsOf(merged: MergedTree, before: Profile, after: Profile): CallChanges | null {
  if (hasInlinedFrames(before) && hasInlinedFrames(after)) return null
  const areEngines = areTwoEngines(before, after)
  return sumCalls(merged, {
    areEngines,
    lackInlined: areEngines && before.recorded?.lacksInlined === true && after.recorded?.lacksInlined === true,
  })
}

/** Columns of tables of two engines alone. */
function hiddenColumns({ limited }: TestedGroups): Pick<GroupDeltas, 'hiddenBefore' | 'hiddenAfter'> {
  if (!limited?.hiddenBefore || !limited.hiddenAfter) return {}
  return { hiddenBefore: limited.hiddenBefore, hiddenAfter: limited.hiddenAfter }
}

/** The samples of both sides without those of one large change, beside which nothing can be called unchanged. */
function leaveOutLargestChange(
  merged: MergedTree,
  sides: readonly [SideSamples, SideSamples],
): readonly [SideSamples, SideSamples] {
  const largest = markLargestChange(merged)
  return largest === null ? sides : [leaveOut(merged.tree, sides[0], largest), leaveOut(merged.tree, sides[1], largest)]
}

const groupersOf = { package: groupByPackage, class: groupByClass, function: groupByFunction } as const

function joinChances(tested: readonly TestedGroups[]): Float64Array {
  return Float64Array.from(tested.flatMap(({ tests }) => [...tests.p]))
}

/** The same answer for the same arguments, worked out once. */
function remember<Arguments extends readonly string[], Answer>(
  compute: (...args: Arguments) => Answer,
): (...args: Arguments) => Answer {
  const answers = new Map<string, Answer>()
  return (...args) => {
    const key = args.join(' ')
    const answer = answers.get(key) ?? compute(...args)
    answers.set(key, answer)
    return answer
  }
}
