'use client'
import { type ReactNode, type RefObject, useMemo, useState } from 'react'
import type { Filter, FilterStep } from '../../../lib/profile/filters/filters.ts'
import { cellMsFor, type HeatMap } from '../../../lib/profile/time/heat-map.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import { nameOfNode } from '../details/describe-frame.ts'
import type { TreeClient } from '../worker/tree-client.ts'
import type { BuiltSandwich, ProfileBasics } from '../worker/tree-messages.ts'
import { type ResponseState, useResponse } from '../worker/use-response.ts'
import type { Filters } from './use-filters.ts'
import type { ProfileTreeState } from './use-profile-tree.ts'
import type { Viewing } from './view-store.ts'
import { useViewer, type Viewer, type ViewerInput } from './use-viewer.ts'

/** One graph and what is asked for beside it. A shell has one, or two side by side. */
export interface ViewerPane extends Pick<ProfileTreeState, 'isBuilding' | 'isBusy'> {
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

/** Whether there is a line of searches and filters. */
export function hasFilterBar({ viewing, filters }: Pick<ShellTools, 'viewing' | 'filters'>): boolean {
  return viewing.view.searches.length > 0 || filters.list.length > 0
}

export function usePane(
  input: ViewerInput,
  { isBuilding, isBusy }: Pick<ProfileTreeState, 'isBuilding' | 'isBusy'>,
): ViewerPane {
  const viewer = useViewer(input, isBuilding)
  const { client, basics, viewing, search, resolved, colours } = viewer
  const heatMap = useHeatMap(client, basics, viewing.view.filters)
  const isLate = search.isSearching || resolved.isCounting || colours.isWaiting || heatMap.isWaiting
  return { viewer, heat: heatMap, about: '', sandwich: null, isBuilding, isBusy: isBusy || isLate }
}

/** The pane with callers and callees: of one profile only. `here` is the function they are of when the view names none. */
export function usePaneCallers<Pane extends ViewerPane>(
  pane: Pane,
  here = nameOfNode(pane.viewer.model, pane.viewer.currentNode),
): Pane {
  const { client, model, viewing } = pane.viewer
  const { tab, about: chosen } = viewing.view
  const about = chosen === '' ? here : chosen
  const name = tab === 'callers' && about !== '' ? about : null
  const { current: sandwich, isWaiting } = useResponse(
    useMemo(() => (name === null ? null : () => client.sandwich(model, name)), [client, model, name]),
  )
  return { ...pane, about, sandwich, isBusy: pane.isBusy || isWaiting }
}

const takesWeight = new Set<Filter['type']>(['focus', 'focus-path', 'drop', 'keep', 'hide-idle', 'threads'])

/**
 * The filters whose samples the heat map shows: all but the time range, which is chosen on it. Where none of them takes weight away the
 * heat map is that of the whole, and nothing need be filtered.
 */
function heatFilters(filters: readonly FilterStep[]): Filter[] {
  const on = filters.filter(({ type, off }) => off !== true && type !== 'time')
  return on.some(({ type }) => takesWeight.has(type)) ? on : []
}

interface HeatMapState extends ResponseState<HeatMap> {
  readonly cellMs: number
  readonly setCellMs: (cellMs: number) => void
}

/** Weight by moment, true to the filters; nothing for a profile whose samples have no time. */
function useHeatMap(client: TreeClient, basics: ProfileBasics, filters: ViewState['filters']): HeatMapState {
  const span = basics.timeSpan
  const [chosenMs, setCellMs] = useState<number | null>(null)
  const cellMs = chosenMs ?? (span ? cellMsFor(span) : 100)
  // By its text: the range dragged on the heat map itself must not count it anew.
  const wanted = JSON.stringify(heatFilters(filters))
  const ask = useMemo(
    () => (span ? () => client.heatMap(JSON.parse(wanted) as Filter[], cellMs) : null),
    [client, span, wanted, cellMs],
  )
  return { ...useResponse(ask), cellMs, setCellMs }
}
