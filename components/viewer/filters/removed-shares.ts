import type { FilterStep } from '../../../lib/profile/filters/filters.ts'
import type { TreeModel } from '../worker/tree-messages.ts'
import { isSideFilter } from './filter-changes.ts'

export interface RemovedShares {
  /** For each filter of the view, the share (0 to 1) of all weight that it took away; null for one that is off. */
  readonly byFilter: readonly (number | null)[]
  /** All of them together. */
  readonly all: number
}

/**
 * Shares that the filters of the view remove. The tree knows the filters that are on, in their order, then inversion
 * and split.
 */
export function computeRemovedShares(
  { removed, tree, sides }: Pick<TreeModel, 'removed' | 'tree' | 'sides'>,
  filters: readonly FilterStep[],
): RemovedShares {
  const sum = removed.reduce((weights, weight) => weights + weight, 0)
  // Widths of boxes of a comparison may be another weight than the one that filters remove from.
  const whole = sum + (sides?.after.total ?? tree.total)[0]!
  const share = (weight: number) => (whole > 0 ? weight / whole : 0)
  let on = 0
  const byFilter = filters.map(({ off }) => (off === true ? null : share(removed[on++] ?? 0)))
  return { byFilter, all: share(sum) }
}

/**
 * The share (0 to 1) that filters removed of a part of a recording. The times and threads that choose the part come
 * first and removed nothing of it.
 */
export function computeRemovedOfPart(
  { byFilter }: Pick<RemovedShares, 'byFilter'>,
  filters: readonly FilterStep[],
): number {
  const first = filters.findIndex((step) => !isSideFilter(step))
  if (first < 0) return 0
  const sum = (shares: RemovedShares['byFilter']) => shares.reduce<number>((all, share) => all + (share ?? 0), 0)
  const part = 1 - sum(byFilter.slice(0, first))
  return part > 0 ? sum(byFilter.slice(first)) / part : 0
}
