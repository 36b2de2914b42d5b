import { type FilterStep } from '../../lib/profile/filters.ts'
import { type DrawnTree } from './tree-messages.ts'

export interface RemovedShares {
  /** For each filter of the view, the share (0 to 1) of all weight that it took away; null for one that is off. */
  readonly byFilter: readonly (number | null)[]
  /** All of them together. */
  readonly all: number
}

/** What the filters of the view cost. The tree knows the filters that are on, in their order, then inversion and split. */
export function removedShares(
  { removed, tree }: Pick<DrawnTree, 'removed' | 'tree'>,
  filters: readonly FilterStep[],
): RemovedShares {
  const sum = removed.reduce((weights, weight) => weights + weight, 0)
  const whole = sum + tree.total[0]!
  const share = (weight: number) => (whole > 0 ? weight / whole : 0)
  let on = 0
  const byFilter = filters.map(({ off }) => (off === true ? null : share(removed[on++] ?? 0)))
  return { byFilter, all: share(sum) }
}
