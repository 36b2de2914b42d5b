'use client'
import { useMemo, useRef, useState } from 'react'
import type { ProfileSummary } from '../../../../lib/contract.ts'
import type { FlameGraphHandle } from '../../../flame-graph/flame-graph.tsx'
import { useHeatMap, type HeatMapState } from '../../time/use-heat-map.ts'
import { useNotes } from '../../notes/use-notes.ts'
import { useViewer, type Viewer, type ViewerGiven } from '../../state/use-viewer.ts'
import type { Viewing } from '../../state/view-store.ts'
import type { SidePlace } from './side-paths.ts'
import type { BySide, Side } from './side.ts'
import type { FindTwin } from './counterparts.ts'
import { usePaneViewing, usePlaces, useTwins } from './use-panes.ts'

/** What one side brings along; the view is of both. */
export interface SideGiven
  extends Omit<ViewerGiven, 'viewing' | 'notes' | 'graph'>, Partial<Pick<ViewerGiven, 'notes' | 'graph'>> {
  readonly summary: ProfileSummary
  readonly isBusy: boolean
  readonly isBuilding: boolean
}

/** One side, ready to be shown. */
export interface Pane {
  readonly side: Side
  readonly viewer: Viewer
  readonly summary: ProfileSummary
  /** Where the shared zoom and selection are here. */
  readonly zoom: SidePlace
  readonly selection: SidePlace
  readonly heat: HeatMapState
  readonly isBuilding: boolean
  readonly isBusy: boolean
}

export interface SidePanesState {
  readonly panes: BySide<Pane>
  readonly findTwin: BySide<FindTwin>
  /** The side that keys are for: the one that was touched last. */
  readonly active: Side
  readonly setActive: (side: Side) => void
}

/** Both panes over one view. */
export function useSidePanes(given: BySide<SideGiven>, viewing: Viewing): SidePanesState {
  const [active, setActive] = useState<Side>('after')
  const findTwin = useTwins(given)
  const places = usePlaces(viewing.view, given, findTwin)
  const before = usePane('before', given.before, viewing, places)
  const after = usePane('after', given.after, viewing, places)
  const panes = useMemo(() => ({ before, after }), [before, after])
  return { panes, findTwin, active, setActive }
}

function usePane(side: Side, given: SideGiven, shared: Viewing, places: ReturnType<typeof usePlaces>): Pane {
  const { summary, isBusy, isBuilding, ...rest } = given
  const viewing = usePaneViewing(shared, side, places)
  const ownNotes = useNotes([], null)
  const ownGraph = useRef<FlameGraphHandle>(null)
  const viewer = useViewer({ ...rest, viewing, notes: given.notes ?? ownNotes, graph: given.graph ?? ownGraph })
  const heat = useHeatMap(given.client, given.basics, viewing.view.filters)
  const { zoom, selected: selection } = places[side]
  const isLate = viewer.search.isSearching || viewer.drawing.isCounting || viewer.colours.isWaiting || heat.isWaiting
  return {
    side,
    viewer,
    summary,
    zoom,
    selection,
    heat,
    isBuilding,
    isBusy: isBusy || isLate,
  }
}
