import { functionDeltas, type FunctionDeltas } from '../../lib/profile/compare-functions.ts'
import type { DeltaKind, UnionTree, Verdicts } from '../../lib/profile/comparison.ts'
import { judgeUnion } from '../../lib/profile/judge-union.ts'
import type { MadeUnion } from './union-maker.ts'

/** The functions of both sides. What an engine may have hidden is told by who calls whom, so an inverted union is asked upright. */
export function functionsOfMade({ union, before, after, upright }: MadeUnion, delta: DeltaKind): FunctionDeltas {
  if (!upright) return functionDeltas(union, before, after, delta)
  const functions = functionDeltas(upright.union, upright.before, upright.after, delta)
  return { ...functions, widest: widestNodes(union, functions.frame) }
}

export function verdictsOfMade(made: MadeUnion, delta: DeltaKind): Verdicts {
  return judgeUnion(made.union, made.before, made.after, delta, () => functionsOfMade(made, delta))
}

/** For each of these frames the node where it weighs most, on both sides together. */
function widestNodes({ tree, frames, before, after, scaleBefore, scaleAfter }: UnionTree, wanted: Uint32Array) {
  const widest = new Int32Array(frames.length)
  const most = new Float64Array(frames.length).fill(-1)
  for (let node = 1; node < tree.length; node++) {
    const frame = tree.frame[node]!
    const weight = before.total[node]! * scaleBefore + after.total[node]! * scaleAfter
    if (weight <= most[frame]!) continue
    most[frame] = weight
    widest[frame] = node
  }
  return Int32Array.from(wanted, (frame) => widest[frame]!)
}
