import type { DeltaKind, MergedTree } from './comparison.ts'

type ScaledSides = Pick<MergedTree, 'before' | 'after' | 'scaleBefore' | 'scaleAfter'>

/** One node on both sides, scaled so that the two can be compared. */
export interface ScaledPair {
  readonly before: number
  readonly after: number
}

export function getScaledPair(
  { before, after, scaleBefore, scaleAfter }: ScaledSides,
  kind: DeltaKind,
  node: number,
): ScaledPair {
  return { before: before[kind][node]! * scaleBefore, after: after[kind][node]! * scaleAfter }
}

/** From -1, gone, by 0, the same, to 1, new: (after - before) / (after + before), which is as far from 0 for a half as for the double. */
export function computeSymmetricDelta({ before, after }: ScaledPair): number {
  return before === after ? 0 : (after - before) / (after + before)
}

/** Facts, whatever noise allows to say of weights: a node that only one side has. */
export function getPresence(
  { before, after }: Pick<MergedTree, 'before' | 'after'>,
  node: number,
): 'both' | 'new' | 'gone' {
  if (before.total[node] === 0) return after.total[node] === 0 ? 'both' : 'new'
  return after.total[node] === 0 ? 'gone' : 'both'
}
