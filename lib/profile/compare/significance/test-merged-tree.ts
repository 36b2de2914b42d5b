import {
  type DeltaKind,
  promisedFalseRate,
  type UnionTree,
  verdicts,
  type Verdicts,
} from '../merged-tree/comparison.ts'
import { seesInlined } from '../merged-tree/normalize-stacks.ts'
import { functionDeltas, type FunctionDeltas } from './compare-functions.ts'
import { judgeItems } from './test-items.ts'
import type { Profile } from '../../model/profile.ts'
import { rowsOfUnion } from '../merged-tree/merged-tree-rows.ts'

export { isSignificant } from './is-significant.ts'

/**
 * What noise allows to say of each node of the union of these two: of what ends there (`self`), or of what passes through. `functionsOf`
 * gives what is known of the functions, from the same frames, where the stacks of this union do not begin at their roots.
 */
export function judgeUnion(
  union: UnionTree,
  before: Profile,
  after: Profile,
  delta: DeltaKind,
  functionsOf: () => FunctionDeltas = () => functionDeltas(union, before, after, delta),
): Verdicts {
  const rows = rowsOfUnion(union, before, after)
  const judged = judgeItems(
    union,
    { length: union.tree.length, tree: union.tree, delta, itemOfNode: null },
    { profile: before, nodeOfRow: rows.before },
    { profile: after, nodeOfRow: rows.after },
  )
  if (seesInlined(before) && seesInlined(after)) return judged
  if (!judged.q.some((q) => q <= promisedFalseRate)) return judged
  return noSurerThanFunctions(judged, union, functionsOf(), delta)
}

/**
 * Where an engine does not show all frames, paths change whenever the JVM compiles something, and a node says nothing that its function does
 * not say too, in the same direction.
 */
function noSurerThanFunctions(
  judged: Verdicts,
  union: UnionTree,
  functions: FunctionDeltas,
  delta: DeltaKind,
): Verdicts {
  const rowOfFrame = new Int32Array(union.frames.length).fill(-1)
  functions.frame.forEach((frame, row) => (rowOfFrame[frame] = row))
  const q = judged.q.slice()
  const verdict = judged.verdict.slice()
  for (let node = 1; node < q.length; node++) {
    if (!(q[node]! <= promisedFalseRate)) continue
    const row = rowOfFrame[union.tree.frame[node]!]!
    // What filters put in, a thread or a box: no engine hides that.
    if (row < 0) continue
    const change = (side: UnionTree['before'], at: number) => side[delta][at]!
    const ofNode = change(union.after, node) * union.scaleAfter - change(union.before, node) * union.scaleBefore
    const ofFunction =
      functions.after[delta][row]! * union.scaleAfter - functions.before[delta][row]! * union.scaleBefore
    const isSameWay = ofNode * ofFunction > 0
    q[node] = isSameWay ? Math.max(q[node]!, Number.isNaN(functions.q[row]) ? 1 : functions.q[row]!) : 1
    if (q[node]! > promisedFalseRate && verdict[node] === changed) verdict[node] = same
  }
  return { ...judged, q, verdict }
}

const changed = verdicts.indexOf('changed')
const same = verdicts.indexOf('same')
