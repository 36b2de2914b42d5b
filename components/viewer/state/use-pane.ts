'use client'
import type { ReactNode, RefObject } from 'react'
import { nameOfNode } from '../details/describe-frame.ts'
import { useSandwich } from '../sandwich/use-sandwich.ts'
import { type HeatMapState, useHeatMap } from '../time/use-heat-map.ts'
import type { BuiltSandwich } from '../worker/tree-messages.ts'
import type { Filters } from './use-filters.ts'
import type { ProfileTree } from './use-profile-tree.ts'
import type { Viewing } from './view-store.ts'
import { useViewer, type Viewer, type ViewerGiven } from './use-viewer.ts'

/** One graph and what is asked for beside it. A shell has one, or two side by side. */
export interface ViewerPane extends Pick<ProfileTree, 'isBuilding' | 'isBusy'> {
  readonly viewer: Viewer
  readonly heat: HeatMapState
  /** Canonical name of the function that tab `callers` is about; empty for none. */
  readonly about: string
  readonly sandwich: BuiltSandwich | null
}

/** What the tools of a shell work on. */
export interface ShellTools {
  readonly panes: readonly [ViewerPane] | readonly [ViewerPane, ViewerPane]
  /** The pane that keys, search steps and the legend are for. */
  readonly active: ViewerPane
  readonly searchInput: RefObject<HTMLInputElement | null>
  /** The view in the address; that of a pane may differ. */
  readonly viewing: Viewing
  /** Of all panes. */
  readonly filters: Pick<Filters, 'list' | 'change'>
  /** What the search at this position finds in more panes than one. */
  readonly sharesOf?: (search: number) => ReactNode
  /** More controls of two panes. */
  readonly controls?: ReactNode
}

export function usePane(
  given: ViewerGiven,
  { isBuilding, isBusy }: Pick<ProfileTree, 'isBuilding' | 'isBusy'>,
): ViewerPane {
  const viewer = useViewer(given)
  const { client, basics, viewing, search, drawing, colours } = viewer
  const heat = useHeatMap(client, basics, viewing.view.filters)
  const isLate = search.isSearching || drawing.isCounting || colours.isWaiting || heat.isWaiting
  return { viewer, heat, about: '', sandwich: null, isBuilding, isBusy: isBusy || isLate }
}

/** The pane with callers and callees: of one profile only. `here` is the function they are of when the view names none. */
export function usePaneCallers<Pane extends ViewerPane>(
  pane: Pane,
  here = nameOfNode(pane.viewer.drawn, pane.viewer.here),
): Pane {
  const { client, drawn, viewing } = pane.viewer
  const { tab, about: chosen } = viewing.view
  const about = chosen === '' ? here : chosen
  const { sandwich, isWaiting } = useSandwich(client, drawn, tab === 'callers' ? about : null)
  return { ...pane, about, sandwich, isBusy: pane.isBusy || isWaiting }
}
