import { chooseScale, haveComparableRates } from '../merged-tree/comparison-scales.ts'
import type { MergedTree } from '../merged-tree/comparison.ts'

/** Factor by which the load of two recordings may differ before costs per second alone say nothing of the code. */
const maxLoadFactor = 4 / 3

export type CostScale = Pick<MergedTree, 'scale' | 'scaleBefore' | 'scaleAfter'>

/**
 * Gives the scales that make weights costs per second, by which a change of share is checked: a method whose share
 * falls only because something else grew has the same cost as before. `event`: the one that both count (`eventOfBoth`).
 * Where the load differed, the first scale is of a second and the other of a second's load: a method that costs as much
 * as before under half of the load did get slower. Gives none for another scale than shares, and where the two cannot
 * be compared.
 */
export function chooseCostScales(merged: MergedTree, event: string | null): readonly CostScale[] {
  if (event === null || merged.scale !== 'share' || !haveComparableRates(merged.bases, event)) return []
  const scale = chooseScale(merged.bases, { scale: 'second', requests: null })
  const factor = estimateLoadFactor(merged, scale)
  if (factor === null) return []
  const isLike = factor <= maxLoadFactor && 1 / factor <= maxLoadFactor
  return isLike ? [scale] : [scale, { ...scale, scaleAfter: scale.scaleAfter / factor }]
}

/**
 * Gives how many times more the bulk of the program costs per second after than before: the median over the self weight
 * of each function, weighted by the part that both sides have, so that functions that are new, gone, or far larger on
 * one side do not count. null where they have nothing in common.
 */
function estimateLoadFactor({ tree, frames, before, after }: MergedTree, scale: CostScale): number | null {
  const costs = { before: new Float64Array(frames.length), after: new Float64Array(frames.length) }
  for (let node = 1; node < tree.length; node++) {
    const frame = tree.frame[node]!
    costs.before[frame]! += before.self[node]! * scale.scaleBefore
    costs.after[frame]! += after.self[node]! * scale.scaleAfter
  }
  const common = Array.from(costs.before, (cost, frame) => ({
    weight: Math.min(cost, costs.after[frame]!),
    factor: costs.after[frame]! / cost,
  })).filter(({ weight }) => weight > 0)
  common.sort((one, other) => one.factor - other.factor)
  const half = common.reduce((sum, { weight }) => sum + weight, 0) / 2
  let sum = 0
  return common.find(({ weight }) => (sum += weight) >= half)?.factor ?? null
}
