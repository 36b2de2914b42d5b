/** The entry of this folder: what noise allows to say of the difference of two profiles. docs/comparing.md explains the model. */
import {
  type DeltaKind,
  maxFalseDiscoveryRate,
  type MergedTree,
  testOutcomes,
  type SignificanceResults,
} from '../merged-tree/comparison.ts'
import { hasInlinedFrames } from '../merged-tree/normalize-stacks.ts'
import { type ComparisonPower, computePower } from './power.ts'
import { type FunctionDeltas, getFunctionDeltas, takeRows } from './test-functions.ts'
import { testItems } from './test-items.ts'
import type { Profile } from '../../model/profile.ts'
import { getMergedRows } from '../merged-tree/merged-tree-rows.ts'

export { estimateFunctionDispersion } from './power.ts'

/** Two profiles and the tree merged from them. */
export interface MergedPair {
  readonly before: Profile
  readonly after: Profile
  readonly merged: MergedTree
}

/** Each part is worked out when it is asked for. */
export interface Significance {
  /** Significant functions first. */
  functions(delta: DeltaKind): FunctionDeltas
  /** By node of the merged tree. */
  nodes(delta: DeltaKind): SignificanceResults
  /** What the two recordings can show at all. */
  power(): ComparisonPower
}

/**
 * Tests what differs. `upright` is the pair before it was inverted, null where it was not: what an engine may have hidden shows in who
 * calls whom, and how samples cluster where their stacks end.
 */
export function testSignificance(pair: MergedPair & { readonly upright?: MergedPair | null }): Significance {
  const { merged, upright } = pair
  const tested = upright ?? pair
  const functions = (delta: DeltaKind) => {
    const deltas = getFunctionDeltas(tested.merged, tested.before, tested.after, delta)
    return upright ? translateDeltas(deltas, upright.merged, merged) : deltas
  }
  return {
    functions,
    nodes: (delta) => testNodes(pair, delta, () => functions(delta)),
    power: () => computePower(tested.before, tested.after, [merged.bases.before.seconds, merged.bases.after.seconds]),
  }
}

/** Deltas of one merged tree with the frames and nodes of another; without functions that the other does not have, by filters. */
function translateDeltas(functions: FunctionDeltas, from: MergedTree, to: MergedTree): FunctionDeltas {
  const frameOf = mapFrames(to, from)
  const widestOf = widestNodes(to)
  const frame = functions.frame.map((row) => Math.max(0, frameOf[row]!))
  const widest = Int32Array.from(functions.frame, (row) => widestOf[frameOf[row]!] ?? 0)
  const kept = Uint32Array.from(functions.frame.keys()).filter((row) => widest[row]! > 0)
  return takeRows({ ...functions, frame, widest }, kept)
}

/** For each frame of `from` the one of the same name and kind in the merged tree, -1 where it has none. */
function mapFrames({ frames, strings }: MergedTree, from: MergedTree): Int32Array {
  const keyOf = (of: Pick<MergedTree, 'frames' | 'strings'>, frame: number) =>
    `${of.frames.kind[frame]!} ${of.strings[of.frames.name[frame]!]!}`
  if (frames === from.frames && strings === from.strings) return Int32Array.from(frames.name, (_, frame) => frame)
  const rows = new Map<string, number>()
  for (let frame = frames.length - 1; frame >= 0; frame--) rows.set(keyOf({ frames, strings }, frame), frame)
  return Int32Array.from(from.frames.name, (_, frame) => rows.get(keyOf(from, frame)) ?? -1)
}

/** For each frame the node where it weighs most, on both sides together; 0 for one that no node has. */
function widestNodes({ tree, frames, before, after, scaleBefore, scaleAfter }: MergedTree): Int32Array {
  const widest = new Int32Array(frames.length)
  const most = new Float64Array(frames.length).fill(-1)
  for (let node = 1; node < tree.length; node++) {
    const frame = tree.frame[node]!
    const weight = before.total[node]! * scaleBefore + after.total[node]! * scaleAfter
    if (weight <= most[frame]!) continue
    most[frame] = weight
    widest[frame] = node
  }
  return widest
}

/**
 * What noise allows to say of each node of the tree merged from these two: of what ends there (`self`), or of what passes through. `functionsOf`
 * gives what is known of the functions, from the same frames, where the stacks of this tree do not begin at their roots.
 */
function testNodes(
  { merged, before, after }: MergedPair,
  delta: DeltaKind,
  functionsOf: () => FunctionDeltas,
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
