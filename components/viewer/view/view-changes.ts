import { comparisonWidths } from '../../../lib/profile/compare/merged-tree/comparison.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'

/** All of the graph, from its root's edge. */
export const wholeGraph = { zoom: [], range: null, row: null } as const satisfies Partial<ViewState>

/** The parts of the view that another tree starts with: the paths of this one are not in it. */
const resetPosition = { ...wholeGraph, selected: [] } as const

/** The zoom and the selection stay: the functions are found in the other tree when that is there. */
export function toggleInvert({ invert: isInverted }: ViewState): Partial<ViewState> {
  return { invert: !isInverted, range: null, row: null }
}

/** Paths hold: a place below the base is found in both trees. */
export function toggleBase({ base }: Pick<ViewState, 'base'>): Partial<ViewState> {
  return { base: base === 'folded' ? 'open' : 'folded', range: null, row: null }
}

/**
 * The zoom and the selection stay: the place of a path in the other tree is found when that is there. Samples have an
 * order in time only within a thread, so without the split that order goes too.
 */
export function toggleByThread(view: ViewState): Partial<ViewState> {
  const { byThread: isSplit } = view
  return { byThread: !isSplit, range: null, row: null, ...(isSplit ? leaveTimeOrder(view) : {}) }
}

export function toggleOrientation({ orientation }: ViewState): Partial<ViewState> {
  return { orientation: orientation === 'flame' ? 'icicle' : 'flame', row: null }
}

export function sortBy({ sort: before }: Pick<ViewState, 'sort'>, sort: ViewState['sort']): Partial<ViewState> {
  // In the order of time nodes have other places.
  if (sort === 'time') return { sort, byThread: true, ...resetPosition }
  return before === 'time' ? { sort, ...resetPosition } : { sort, range: null, row: null }
}

/** A flame chart, or the graph again. */
export function toggleChart({ sort }: Pick<ViewState, 'sort'>): Partial<ViewState> {
  return sort === 'time'
    ? { ...sortBy({ sort }, 'name'), byThread: false }
    : { tab: 'graph', ...sortBy({ sort }, 'time') }
}

/** In the order of time a place is a number of one recording, which is some other place in a comparison. */
export function leaveTimeOrder(view: ViewState): Partial<ViewState> {
  return view.sort === 'time' ? sortBy(view, 'name') : {}
}

/** The ways to look at two profiles, in the order of the key: each width of one graph, then side by side. */
export function nextComparison({ comparison }: ViewState): Partial<ViewState> {
  const { mode, width } = comparison
  const at = comparisonWidths.indexOf(width)
  const isLast = mode === 'diff' && at === comparisonWidths.length - 1
  if (isLast) return changeComparison({ comparison }, { mode: 'side' })
  return changeComparison(
    { comparison },
    { mode: 'diff', width: mode === 'side' ? 'after' : comparisonWidths[at + 1]! },
  )
}

/** Boxes have other widths then, so a part of one is another part. */
export function changeComparison(
  { comparison }: Pick<ViewState, 'comparison'>,
  change: Partial<ViewState['comparison']>,
): Partial<ViewState> {
  const isMoved = 'mode' in change || 'width' in change || 'scale' in change || 'requests' in change
  const chosen = 'width' in change ? { isWidthChosen: true } : {}
  return { comparison: { ...comparison, ...change, ...chosen }, ...(isMoved ? { range: null, row: null } : {}) }
}

/** Changes to a tab, or from it back to the graph. */
export function toggleTab({ tab }: ViewState, wanted: ViewState['tab']): Partial<ViewState> {
  return { tab: tab === wanted ? 'graph' : wanted }
}
