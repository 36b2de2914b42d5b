import {
  type DeltaKind,
  maxFalseDiscoveryRate,
  type MergedTree,
  testOutcomes,
  type SignificanceResults,
} from '../merged-tree/comparison.ts'
import { hasInlinedFrames } from '../merged-tree/normalize-stacks.ts'
import { getFunctionDeltas, type FunctionDeltas } from './compare-functions.ts'
import { testItems } from './test-items.ts'
import type { Profile } from '../../model/profile.ts'
import { getMergedRows } from '../merged-tree/merged-tree-rows.ts'

export { isSignificant } from './is-significant.ts'

/**
 * What noise allows to say of each node of the tree merged from these two: of what ends there (`self`), or of what passes through. `functionsOf`
 * gives what is known of the functions, from the same frames, where the stacks of this tree do not begin at their roots.
 */
export function testMergedTree(
  merged: MergedTree,
  before: Profile,
  after: Profile,
  delta: DeltaKind,
  functionsOf: () => FunctionDeltas = () => getFunctionDeltas(merged, before, after, delta),
): SignificanceResults {
  const rows = getMergedRows(merged, before, after)
  const significance = testItems(
    merged,
    { length: merged.tree.length, tree: merged.tree, delta, itemOfNode: null },
    { profile: before, nodeOfRow: rows.before },
    { profile: after, nodeOfRow: rows.after },
  )
  if (hasInlinedFrames(before) && hasInlinedFrames(after)) return significance
  if (!significance.q.some((q) => q <= maxFalseDiscoveryRate)) return significance
  return capByFunctions(significance, merged, functionsOf(), delta)
}

/**
 * Where an engine does not show all frames, paths change whenever the JVM compiles something, and a node says nothing that its function does
 * not say too, in the same direction.
 */
function capByFunctions(
  significance: SignificanceResults,
  merged: MergedTree,
  functions: FunctionDeltas,
  delta: DeltaKind,
): SignificanceResults {
  const rowOfFrame = new Int32Array(merged.frames.length).fill(-1)
  functions.frame.forEach((frame, row) => (rowOfFrame[frame] = row))
  const q = significance.q.slice()
  const outcome = significance.outcome.slice()
  for (let node = 1; node < q.length; node++) {
    if (!(q[node]! <= maxFalseDiscoveryRate)) continue
    const row = rowOfFrame[merged.tree.frame[node]!]!
    // What filters put in, a thread or a box: no engine hides that.
    if (row < 0) continue
    const change = (side: MergedTree['before'], at: number) => side[delta][at]!
    const ofNode = change(merged.after, node) * merged.scaleAfter - change(merged.before, node) * merged.scaleBefore
    const ofFunction =
      functions.after[delta][row]! * merged.scaleAfter - functions.before[delta][row]! * merged.scaleBefore
    const isSameWay = ofNode * ofFunction > 0
    q[node] = isSameWay ? Math.max(q[node]!, Number.isNaN(functions.q[row]) ? 1 : functions.q[row]!) : 1
    if (q[node]! > maxFalseDiscoveryRate && outcome[node] === changed) outcome[node] = same
  }
  return { ...significance, q, outcome }
}

const changed = testOutcomes.indexOf('changed')
const same = testOutcomes.indexOf('same')
