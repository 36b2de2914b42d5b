import type { ColourMode, ColourRule } from '../colour/colour-group.ts'
import { type ComparisonView, defaultComparison } from '../compare/merged-tree/comparison.ts'
import type { Filter, FilterStep } from '../filters/filters.ts'
import type { SearchTerm } from '../search/search.ts'

/** All choices that decide the drawing: two people with the same view of a profile see the same. */
export interface ViewState {
  /** `callers` is the sandwich of one function, `tree` the call tree as text. */
  readonly tab: 'graph' | 'table' | 'callers' | 'tree'
  readonly orientation: 'flame' | 'icicle'
  readonly invert: boolean
  readonly byThread: boolean
  /**
   * Frames between a root and the first Java method: as one box (fold-base.ts), or a box for each. Tables and the
   * sandwich count each frame in any case.
   */
  readonly base: 'folded' | 'open'
  /**
   * Order of siblings: by name, the heaviest first, or as they ran (time-ordered-tree.ts), where a frame that comes
   * back is a new box.
   */
  readonly sort: 'name' | 'weight' | 'time'
  /** Names in boxes and lists: the canonical name, or class and method only. */
  readonly names: 'full' | 'simple'
  readonly colour: ColourMode
  /** The first rule that finds a name colours it, in colour mode `rules`. */
  readonly rules: readonly ColourRule[]
  /** Path of the zoomed node (path-keys.ts), empty for all. */
  readonly zoom: readonly string[]
  /** Part of the zoomed node's width that is shown, from and to, as shares (0 to 1) of it; null for the whole. */
  readonly range: readonly [number, number] | null
  /** Whole rows scrolled from the root's edge; null for where the zoom puts it. */
  readonly row: number | null
  /** Searches shown as chips. Together with the one that is being typed they are at most `maxSearches`. */
  readonly searches: readonly SearchTerm[]
  /** The text that is being typed; `/…/` is a regular expression. */
  readonly search: string
  /** Of `search`; each of `searches` has its own. */
  readonly caseSensitive: boolean
  /** Path of the selected node, empty for none. */
  readonly selected: readonly string[]
  /** Canonical name of the function that tab `callers` is about; empty for the selected one. */
  readonly about: string
  /** Applied in this order. Then the graph is inverted, its base is folded, and it is split by thread. */
  readonly filters: readonly FilterStep[]
  /** It has no meaning without a baseline; the page knows whether there is one. */
  readonly comparison: ComparisonView
}

export const defaultView: ViewState = {
  tab: 'graph',
  orientation: 'flame',
  invert: false,
  byThread: false,
  base: 'folded',
  sort: 'name',
  names: 'full',
  colour: 'kind',
  rules: [],
  zoom: [],
  range: null,
  row: null,
  searches: [],
  search: '',
  caseSensitive: false,
  selected: [],
  about: '',
  filters: [],
  comparison: defaultComparison,
}

/** The parts of a view that say which stacks are drawn. */
export type StackView = Pick<ViewState, 'tab' | 'filters' | 'invert' | 'byThread' | 'base'>

/**
 * Whether the graph of a view begins with leaves. A filter `invert` in the list and the field `invert` undo each other.
 */
export function isInvertedView({ filters, invert }: Pick<ViewState, 'filters' | 'invert'>): boolean {
  const steps = filters.filter(({ type, off }) => type === 'invert' && off !== true)
  return (steps.length % 2 === 1) !== invert
}

/**
 * Gives the filters that applyFilters is to apply for this view. `by-thread` comes last, since threads are roots also
 * of an inverted graph.
 */
export function listViewFilters({ tab, filters, invert, byThread, base }: StackView): Filter[] {
  const on = filters.filter(({ off }) => off !== true)
  // An inverted graph begins with leaves: its base is not at its root. The other tabs count each frame.
  const isFolded = base === 'folded' && !isInvertedView({ filters, invert }) && (tab === 'graph' || tab === 'tree')
  return [
    ...on,
    ...(invert ? [{ type: 'invert' } as const] : []),
    ...(isFolded ? [{ type: 'fold-base' } as const] : []),
    ...(byThread ? [{ type: 'by-thread' } as const] : []),
  ]
}
