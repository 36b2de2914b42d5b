/** The package or class of a comparison that the user chose: its search marks all its boxes, and no box is selected. */
import { createGroupSearch, type SearchedGroup } from '../../../lib/profile/search/group-search.ts'
import { maxSearches, type SearchTerm } from '../../../lib/profile/search/search.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import { computeScaledChange } from '../../../lib/profile/compare/merged-tree/comparison.ts'
import { changeComparison, wholeGraph } from '../view/view-changes.ts'
import type { GroupDeltaRows } from './worker/comparison-messages.ts'

export type GroupLevel = SearchedGroup['level']

/** A row of the packages or classes. */
export interface ChosenGroup {
  readonly level: GroupLevel
  /** All packages or classes of the comparison. */
  readonly rows: GroupDeltaRows
  /** Its index in `rows`. */
  readonly row: number
}

/**
 * Gives the package or class of the last search that is of one, as long as no box is selected; null for none. `tables`:
 * null until its rows have come.
 */
export function findMarkedGroup(
  { selected, searches }: Pick<ViewState, 'selected' | 'searches'>,
  tables: Readonly<Record<GroupLevel, GroupDeltaRows | null>>,
): ChosenGroup | null {
  if (selected.length > 0) return null
  for (const { text } of searches.toReversed()) {
    for (const level of ['package', 'class'] as const) {
      const rows = tables[level]
      const row = rows?.names.findIndex((name) => createGroupSearch(level, name).text === text) ?? -1
      if (rows && row >= 0) return { level, rows, row }
    }
  }
  return null
}

/**
 * Marks this group instead of the one that is marked. Of as many searches as there are colours, the last one makes way.
 */
export function markGroup(
  { searches }: Pick<ViewState, 'searches'>,
  { marked }: { readonly marked: ChosenGroup | null },
  chosen: ChosenGroup,
): Partial<ViewState> {
  const isMarked = ({ text }: SearchTerm) => marked !== null && text === searchOf(marked).text
  const others = searches.filter((term) => !isMarked(term) && term.text !== searchOf(chosen).text)
  return { searches: [...others.slice(0, maxSearches - 1), searchOf(chosen)], selected: [] }
}

/** Marks a group and shows the whole graph; by widths of both sides where it is wider on the one that is not shown. */
export function openGroup(
  view: ViewState,
  { marked, sides }: { readonly marked: ChosenGroup | null; readonly sides: Parameters<typeof computeScaledChange>[1] },
  chosen: ChosenGroup,
): Partial<ViewState> {
  const change = computeScaledChange(chosen.rows, sides, 'total', chosen.row)
  const isNarrower = { after: change < 0, before: change > 0, union: false, changed: false }[view.comparison.width]
  return {
    ...(!isNarrower ? {} : changeComparison(view, { width: 'union' })),
    ...wholeGraph,
    ...markGroup(view, { marked }, chosen),
    tab: 'graph',
  }
}

function searchOf({ level, rows, row }: ChosenGroup): SearchTerm {
  return createGroupSearch(level, rows.names[row]!)
}
