'use client'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ProfileSummary } from '../../../../lib/contract.ts'
import type { FlameGraphHandle } from '../../../flame-graph/flame-graph.tsx'
import { nameOfNode } from '../../details/describe-frame.ts'
import { useNotes } from '../../notes/use-notes.ts'
import { usePane, usePaneCallers, type ViewerPane } from '../../state/use-pane.ts'
import type { ViewerGiven } from '../../state/use-viewer.ts'
import type { Viewing } from '../../state/view-store.ts'
import { findPlaces, homeSide, type SidePlace } from './side-paths.ts'
import { type BySide, eachSide, type Side } from './side.ts'
import { createTwinFinder, type FindTwin, looseKey } from './counterparts.ts'
import { needComparableNames } from '../../../../lib/profile/compare/merged-tree/comparable-names.ts'
import type { ViewState } from '../../../../lib/profile/view/view.ts'
import { createHeld } from '../../state/ref.ts'
import type { DrawnTree, ProfileBasics } from '../../worker/tree-messages.ts'
import type { ChangeView } from '../../state/view-store.ts'
import { changeFilters, filtersOfSide } from './side-filters.ts'

interface OpenedSide {
  readonly drawn: DrawnTree
  readonly basics: ProfileBasics
}

/** Finds each side's nodes on the other one; anew with each tree. */
function useTwins({ before, after }: BySide<OpenedSide>): BySide<FindTwin> {
  return useMemo(() => {
    const isForeign = needComparableNames(before.basics, after.basics)
    const options = isForeign ? { isForeign, keyOf: looseKey } : {}
    return {
      before: createTwinFinder(before.drawn, after.drawn, options),
      after: createTwinFinder(after.drawn, before.drawn, options),
    }
  }, [before.drawn, after.drawn, before.basics, after.basics])
}

/** Where the view's zoom and selection are on each side. */
function usePlaces({ zoom, selected }: ViewState, trees: BySide<OpenedSide>, twins: BySide<FindTwin>) {
  const { before, after } = trees
  const drawn = useMemo(() => ({ before: before.drawn, after: after.drawn }), [before.drawn, after.drawn])
  const zooms = useMemo(() => findPlaces(zoom, drawn, twins), [zoom, drawn, twins])
  const selections = useMemo(() => findPlaces(selected, drawn, twins), [selected, drawn, twins])
  return useMemo(() => eachSide((side) => ({ zoom: zooms[side], selected: selections[side] })), [zooms, selections])
}

/** The shared view for one pane. */
function usePaneViewing(shared: Viewing, side: Side, places: ReturnType<typeof usePlaces>): Viewing {
  const { view, change, back } = shared
  const [latest] = useState(() => createHeld(view))
  useEffect(() => latest.put(view))
  const paneView = useMemo(() => viewOfPane(view, side, places[side]), [view, side, places])
  const paneChange = useMemo(() => changeOfPane(() => latest.get(), change, side), [latest, change, side])
  return useMemo(() => ({ view: paneView, change: paneChange, back }), [paneView, paneChange, back])
}

/** What one side brings along; the view is of both. */
export interface SideGiven
  extends Omit<ViewerGiven, 'viewing' | 'notes' | 'graph'>, Partial<Pick<ViewerGiven, 'notes' | 'graph'>> {
  readonly summary: ProfileSummary
  readonly isBusy: boolean
  readonly isBuilding: boolean
}

/** One side, ready to be shown. */
export interface Pane extends ViewerPane {
  readonly side: Side
  readonly summary: ProfileSummary
  /** Where the shared zoom and selection are here. */
  readonly zoom: SidePlace
  readonly selection: SidePlace
}

export interface SidePanesState {
  readonly panes: BySide<Pane>
  /** The side whose frame the details describe. */
  readonly home: Side
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
  const before = useSidePane('before', given.before, viewing, places)
  const after = useSidePane('after', given.after, viewing, places)
  const home = homeSide({ before, after }, active)
  const { viewer } = home === 'before' ? before : after
  const here = nameOfNode(viewer.drawn, viewer.here)
  const panes = { before: usePaneCallers(before, here), after: usePaneCallers(after, here) }
  return { panes, home, findTwin, active, setActive }
}

function useSidePane(side: Side, given: SideGiven, shared: Viewing, places: ReturnType<typeof usePlaces>): Pane {
  const { summary, ...rest } = given
  const viewing = usePaneViewing(shared, side, places)
  const ownNotes = useNotes([], null)
  const ownGraph = useRef<FlameGraphHandle>(null)
  const own = { viewing, notes: given.notes ?? ownNotes, graph: given.graph ?? ownGraph }
  const { zoom, selected: selection } = places[side]
  return { ...usePane({ ...rest, ...own }, given), side, summary, zoom, selection }
}

/** The places of the view that both panes show, in one pane's own names. */
export interface PanePlaces {
  readonly zoom: SidePlace
  readonly selected: SidePlace
}

/** The shared view as one pane has it: with its own filters, and with the places that it can show. */
export function viewOfPane(view: ViewState, side: Side, { zoom, selected }: PanePlaces): ViewState {
  const isSelectionHere = selected.missing === 0 || selected.path === view.selected
  return {
    ...view,
    filters: filtersOfSide(view, side),
    zoom: zoom.path,
    // A part of a box that is not here would be some other part of its caller.
    range: zoom.missing > 0 ? null : view.range,
    selected: isSelectionHere ? selected.path : [],
  }
}

/** What a pane changes of its view, in the shared one. */
export function changeOfPane(view: () => ViewState, change: ChangeView, side: Side): ChangeView {
  return ({ filters, ...rest }, step) =>
    change({ ...rest, ...(filters ? changeFilters({ ...view(), ...rest }, side, filters) : {}) }, step)
}
