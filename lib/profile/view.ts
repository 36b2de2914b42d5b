import { type ColourMode } from './colour-group.ts'
import { type Filter } from './filters.ts'

/** Everything that decides what the viewer shows: two people with the same view of a profile see the same picture. */
export interface ViewState {
  readonly tab: 'graph' | 'table'
  readonly orientation: 'flame' | 'icicle'
  readonly invert: boolean
  readonly byThread: boolean
  readonly colour: ColourMode
  /** Path of the zoomed node (path-keys.ts), empty for all. */
  readonly zoom: readonly string[]
  /** Part of the zoomed node's width that is shown, as two shares of it; null for the whole. */
  readonly range: readonly [number, number] | null
  /** As typed: `/…/` is a regular expression. */
  readonly search: string
  readonly caseSensitive: boolean
  /** Path of the selected node, empty for none. */
  readonly selected: readonly string[]
  /** In order, before `invert` and `byThread`. */
  readonly filters: readonly Filter[]
}

export const defaultView: ViewState = {
  tab: 'graph',
  orientation: 'flame',
  invert: false,
  byThread: false,
  colour: 'kind',
  zoom: [],
  range: null,
  search: '',
  caseSensitive: false,
  selected: [],
  filters: [],
}

/** What applyFilters must do for this view. Threads come last: they are roots, of an inverted graph too. */
export function filtersOfView({
  filters,
  invert,
  byThread,
}: Pick<ViewState, 'filters' | 'invert' | 'byThread'>): Filter[] {
  return [
    ...filters,
    ...(invert ? [{ type: 'invert' } as const] : []),
    ...(byThread ? [{ type: 'by-thread' } as const] : []),
  ]
}
