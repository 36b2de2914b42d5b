import {
  comparisonLevels,
  computeScaledChange,
  type DeltaKind,
  deltaKinds,
  maxFalseDiscoveryRate,
  type MergedTree,
  type NodeResults,
  testOutcomes,
} from '../merged-tree/comparison.ts'
import { getMergedRows } from '../merged-tree/merged-tree-rows.ts'
import { hasInlinedFrames } from '../merged-tree/normalize-stacks.ts'
import { type FunctionDeltas, toResults } from './delta-tables.ts'
import { sumSamples } from './side-samples.ts'
import { adjust, testAll } from '../../statistics/adjust-p-values.ts'
import type { CostScale } from './cost-per-second.ts'
import { adjustResults, findChanceOfEach } from './adjust-results.ts'
import { type ItemTests, testItems } from './item-tests.ts'
import type { TestItems } from './items.ts'
import type { MergedPair, WholeGroups } from './levels.ts'

/** Packages, classes and functions, self and total. */
const otherTestSets = comparisonLevels.length * deltaKinds.length

/** Results of the levels that hold for nodes too. */
interface OfLevels {
  readonly chanceOfNone: number
  readonly ofWhole: WholeGroups
  readonly functions: () => FunctionDeltas
  readonly costScales: readonly CostScale[]
  readonly commonDispersion: (items: TestItems) => number
}

/**
 * Tests each node of the tree merged from these two against noise, by its self weight or its total. Where a driver
 * vanished, each of its nodes did, however few samples it had.
 */
export function testNodes(
  { merged, before, after }: MergedPair,
  delta: DeltaKind,
  { chanceOfNone, ofWhole, functions, costScales, commonDispersion }: OfLevels,
): NodeResults {
  const rows = getMergedRows(merged, before, after)
  const tests = testItems(
    merged,
    { length: merged.tree.length, tree: merged.tree, delta, itemOfNode: null },
    sumSamples(merged.tree, before, rows.before),
    sumSamples(merged.tree, after, rows.after),
    { costScales, commonDispersion },
  )
  // A change that only paths show, as of threads that a filter put in, must be surer by the number of other test sets.
  const chanceOfNodes = Math.min(chanceOfNone, otherTestSets * testAll(tests.p))
  const q = adjust(tests.p, chanceOfNodes)
  const chance = findChanceOfEach(q)
  const wholeLevel = new Uint8Array(q.length)
  for (let node = 1; node < q.length; node++) {
    const frame = merged.tree.frame[node]!
    const whole = ofWhole.q[frame]!
    if (whole > maxFalseDiscoveryRate || q[node]! <= whole) continue
    q[node] = whole
    wholeLevel[node] = ofWhole.level[frame]!
  }
  const ownResults = { ...toResults(tests, q, merged.before.total, merged.after.total), wholeLevel }
  const isCapped =
    (before.recorded !== undefined || !(hasInlinedFrames(before) && hasInlinedFrames(after))) &&
    ownResults.q.some((q) => q <= maxFalseDiscoveryRate)
  const results = isCapped ? capByFunctions(ownResults, tests, merged, functions(), delta) : ownResults
  return adjustResults(tests, results, chance)
}

type ResultsOfTests = Omit<NodeResults, 'low' | 'high'>

/**
 * Where an engine does not show all frames, paths change whenever the JVM compiles something, and a node says nothing
 * that its function does not say too, in the same direction.
 */
function capByFunctions(
  significance: ResultsOfTests,
  { p }: Pick<ItemTests, 'p'>,
  merged: MergedTree,
  functions: FunctionDeltas,
  delta: DeltaKind,
): ResultsOfTests {
  const rowOfFrame = new Int32Array(merged.frames.length).fill(-1)
  functions.frame.forEach((frame, row) => (rowOfFrame[frame] = row))
  const q = significance.q.slice()
  const outcome = significance.outcome.slice()
  const isHidden = significance.isHidden.slice()
  const cost = significance.cost.slice()
  const wholeLevel = significance.wholeLevel.slice()
  for (let node = 1; node < q.length; node++) {
    if (!(q[node]! <= maxFalseDiscoveryRate)) continue
    const row = rowOfFrame[merged.tree.frame[node]!]!
    // No engine hides a frame that a filter put in, a thread or a box.
    if (row < 0) continue
    const ofNode = computeScaledChange(merged, merged, delta, node)
    const isSameWay = ofNode * computeScaledChange(functions, merged, delta, row) > 0
    const ofFunctionToo = isSameWay && !Number.isNaN(functions.q[row]) ? functions.q[row]! : 1
    if (ofFunctionToo > q[node]! && wholeLevel[node]! > 0) wholeLevel[node] = functionLevel
    q[node] = Math.max(q[node]!, ofFunctionToo)
    isHidden[node] = functions.isHidden[row]!
    if (q[node]! <= maxFalseDiscoveryRate) continue
    cost[node] = functions.cost[row]!
    if (outcome[node] === changed) outcome[node] = same
    // It has too few samples for a test of its own: the result of its package does not hold for it.
    if (Number.isNaN(p[node]!)) q[node] = Number.NaN
    wholeLevel[node] = 0
  }
  return { ...significance, q, outcome, isHidden, cost, wholeLevel }
}

const functionLevel = comparisonLevels.indexOf('function') + 1
const changed = testOutcomes.indexOf('changed')
const same = testOutcomes.indexOf('same')
