import type { TopMethod } from '../../../lib/profile/tree/top-methods.ts'

/** By the share of the last interval, or of everything. */
export type TopOrder = 'now' | 'all'

/** Less than this, in shares, is noise: no reason for two rows to change places. */
const minLead = 0.005

/**
 * The first `count` methods in the order asked for, and calm: rows keep the order they had (`held`, names from the top)
 * unless one has clearly passed the other.
 */
export function sortTopMethods(
  methods: readonly TopMethod[],
  by: TopOrder,
  held: readonly string[],
  count: number,
): TopMethod[] {
  const exact = methods.toSorted((a, b) => b[by] - a[by] || b.all - a.all || (a.name < b.name ? -1 : 1))
  const positions = new Map(held.map((name, position) => [name, position]))
  const positionOf = ({ name }: TopMethod) => positions.get(name) ?? held.length
  const rows = exact.slice(0, count).toSorted((a, b) => positionOf(a) - positionOf(b))
  for (let row = 1; row < rows.length; row++) {
    for (let at = row; at > 0 && rows[at]![by] > rows[at - 1]![by] + minLead; at--)
      [rows[at - 1], rows[at]] = [rows[at]!, rows[at - 1]!]
  }
  return rows
}
