import {
  getFunctionDeltas,
  type FunctionDeltas,
} from '../../../../lib/profile/compare/significance/compare-functions.ts'
import type {
  DeltaKind,
  MergedTree,
  SignificanceResults,
} from '../../../../lib/profile/compare/merged-tree/comparison.ts'
import { computePower, type ComparisonPower } from '../../../../lib/profile/compare/comparison-power.ts'
import { takeRows } from '../../../../lib/profile/compare/significance/function-deltas.ts'
import { testMergedTree } from '../../../../lib/profile/compare/significance/test-merged-tree.ts'
import type { MergedBuild } from './make-merged-tree.ts'

/**
 * The functions of both sides. What an engine may have hidden is told by who calls whom, so an inverted merged tree is asked upright; those
 * that it does not have, by filters after the inversion, are left out.
 */
export function compareBuiltFunctions(
  { merged, before, after, upright }: MergedBuild,
  delta: DeltaKind,
): FunctionDeltas {
  if (!upright) return getFunctionDeltas(merged, before, after, delta)
  const functions = getFunctionDeltas(upright.merged, upright.before, upright.after, delta)
  const frameOf = mapFrames(merged, upright.merged)
  const widest = widestNodes(merged)
  const placed = {
    ...functions,
    frame: functions.frame.map((frame) => Math.max(0, frameOf[frame]!)),
    widest: Int32Array.from(functions.frame, (frame) => widest[frameOf[frame]!] ?? 0),
  }
  return takeRows(
    placed,
    Uint32Array.from(functions.frame.keys()).filter((row) => placed.widest[row]! > 0),
  )
}

export function testBuiltTree(build: MergedBuild, delta: DeltaKind): SignificanceResults {
  return testMergedTree(build.merged, build.before, build.after, delta, () => compareBuiltFunctions(build, delta))
}

/** Of what is looked at, and of where stacks end: an inverted one ends at its root. */
export function computeBuiltPower({ merged, before, after, upright }: MergedBuild): ComparisonPower {
  const { bases } = merged
  const ending = upright ?? { before, after }
  return computePower(ending.before, ending.after, [bases.before.seconds, bases.after.seconds])
}

/** For each frame of `from` the one of the same name and kind in `union`, -1 where it has none. */
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
