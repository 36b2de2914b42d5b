import { type ViewState } from '../../lib/profile/view.ts'

/** All of the graph, from its root's edge. */
export const wholeGraph = { zoom: [], range: null, row: null } as const satisfies Partial<ViewState>

/** What another tree starts with: the paths of this one are not in it. */
const fromTheTop = { ...wholeGraph, selected: [] } as const

export function invert({ invert: isInverted }: ViewState): Partial<ViewState> {
  return { invert: !isInverted, ...fromTheTop }
}

/** Samples have an order in time only within a thread, so without the split that order goes too. */
export function splitByThread({ byThread, sort }: ViewState): Partial<ViewState> {
  return { byThread: !byThread, sort: byThread && sort === 'time' ? 'name' : sort, ...fromTheTop }
}

export function turn({ orientation }: ViewState): Partial<ViewState> {
  return { orientation: orientation === 'flame' ? 'icicle' : 'flame', row: null }
}

export function sortBy({ sort: before }: ViewState, sort: ViewState['sort']): Partial<ViewState> {
  // In the order of time nodes have other places.
  if (sort === 'time') return { sort, byThread: true, ...fromTheTop }
  return before === 'time' ? { sort, ...fromTheTop } : { sort, range: null, row: null }
}

/** To a tab, or from it back to the graph. */
export function toggleTab({ tab }: ViewState, wanted: ViewState['tab']): Partial<ViewState> {
  return { tab: tab === wanted ? 'graph' : wanted }
}
