import type { Filter, FilterStep } from '../../../lib/profile/filters/filters.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import { isSideFilter, setTimeFilter } from '../filters/filter-changes.ts'
import { eachSide, sides, type BySide, type Side } from './side.ts'

type Steps = readonly FilterStep[]
type FilteredView = Pick<ViewState, 'filters' | 'comparison'>

export function listSideFilters({ filters, comparison }: FilteredView, side: Side): Steps {
  return side === 'before' ? (comparison.baselineFilters ?? filters) : filters
}

/** Lists the filters that both sides have, in order; those of `after` where a link gave them different ones. */
export function listCommonFilters({ filters }: FilteredView): FilterStep[] {
  return filters.filter((step) => !isSideFilter(step))
}

/** Selects the filters that say which part of a recording a side shows: its times and threads. */
export function selectSideFilters(list: Steps): FilterStep[] {
  return list.filter((step) => isSideFilter(step) && step.off !== true)
}

/** Whether the filters differ in more than time and threads, as a link may have them. */
export function haveDifferentFilters(view: FilteredView): boolean {
  const [before, after] = sides.map((side) => textOf(listSideFilters(view, side).filter((step) => !isSideFilter(step))))
  return before !== after
}

/**
 * Gives one side this list: its times and threads stay its own, all else goes to the other side too, unless they were
 * apart before.
 */
export function changeFilters(view: FilteredView, side: Side, list: Steps): Partial<ViewState> {
  const isApart = haveDifferentFilters(view)
  return withLists(
    view,
    eachSide((one) => {
      if (one === side) return list
      const before = listSideFilters(view, one)
      return isApart ? before : [...before.filter(isSideFilter), ...list.filter((step) => !isSideFilter(step))]
    }),
  )
}

/** Changes the filters of both sides, but for times and threads. */
export function changeCommonFilters(view: FilteredView, list: Steps): Partial<ViewState> {
  const common = list.filter((step) => !isSideFilter(step))
  return withLists(
    view,
    eachSide((side) => [...listSideFilters(view, side).filter(isSideFilter), ...common]),
  )
}

/** Sets the same stretch of time, or all of it, on each of these sides. */
export function changeTimeRange(
  view: FilteredView,
  changed: readonly Side[],
  range: readonly [number, number] | null,
): Partial<ViewState> {
  return withLists(
    view,
    eachSide((side) => {
      const list = listSideFilters(view, side)
      return changed.includes(side) ? setTimeFilter(list, range) : list
    }),
  )
}

function withLists({ comparison }: FilteredView, lists: BySide<Steps>): Partial<ViewState> {
  const [before, after] = [sortSideFiltersFirst(lists.before), sortSideFiltersFirst(lists.after)]
  const isSame = textOf(before) === textOf(after)
  return { filters: after, comparison: { ...comparison, baselineFilters: isSame ? null : before } }
}

/** Time and threads choose whole samples, so they may as well come first: then equal lists look equal. */
function sortSideFiltersFirst(list: Steps): FilterStep[] {
  const rank = ({ type }: Filter) => (type === 'time' ? 0 : type === 'threads' ? 1 : 2)
  return [...list].sort((one, other) => rank(one) - rank(other))
}

function textOf(list: Steps): string {
  return JSON.stringify(list)
}
