'use client'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ProfileSummary } from '../../../../lib/contract/profile.ts'
import type { FlameGraphHandle } from '../../../flame-graph/flame-graph.tsx'
import { nameOfNode } from '../../details/describe-frame.ts'
import { useNotes } from '../../notes/use-notes.ts'
import { usePane, usePaneCallers, type ViewerPane } from '../../state/use-pane.ts'
import type { ViewerInput } from '../../state/use-viewer.ts'
import type { Viewing } from '../../state/view-store.ts'
import { resolveSidePaths, getFocusedSide, type SidePath } from './side-paths.ts'
import { type BySide, eachSide, type Side } from './side.ts'
import { createCounterpartFinder, type FindCounterpart, createLooseKey } from './counterparts.ts'
import { needComparableNames } from '../../../../lib/profile/compare/merged-tree/comparable-names.ts'
import type { ViewState } from '../../../../lib/profile/view/view.ts'
import { createStore } from '../../../ui/store.ts'
import type { TreeModel, ProfileBasics } from '../../worker/tree-messages.ts'
import type { ChangeView } from '../../state/view-store.ts'
import { changeFilters, listSideFilters } from './side-filters.ts'

interface OpenedSide {
  readonly model: TreeModel
  readonly basics: ProfileBasics
}

/** Finds each side's nodes on the other one; anew with each tree. */
function useCounterparts({ before, after }: BySide<OpenedSide>): BySide<FindCounterpart> {
  return useMemo(() => {
    const isForeign = needComparableNames(before.basics, after.basics)
    const options = isForeign ? { isForeign, keyOf: createLooseKey } : {}
    return {
      before: createCounterpartFinder(before.model, after.model, options),
      after: createCounterpartFinder(after.model, before.model, options),
    }
  }, [before.model, after.model, before.basics, after.basics])
}

/** Where the view's zoom and selection are on each side. */
function useSidePaths(
  { zoom, selected }: ViewState,
  trees: BySide<OpenedSide>,
  findCounterpart: BySide<FindCounterpart>,
) {
  const { before, after } = trees
  return useMemo(() => {
    const models = { before: before.model, after: after.model }
    const zooms = resolveSidePaths(zoom, models, findCounterpart)
    const selections = resolveSidePaths(selected, models, findCounterpart)
    return eachSide((side) => ({ zoom: zooms[side], selected: selections[side] }))
  }, [zoom, selected, before.model, after.model, findCounterpart])
}

function usePaneViewing(shared: Viewing, side: Side, paths: ReturnType<typeof useSidePaths>): Viewing {
  const { view, change, back } = shared
  const [latest] = useState(() => createStore(view))
  useEffect(() => latest.set(view))
  const paneView = useMemo(() => toPaneView(view, side, paths[side]), [view, side, paths])
  const paneChange = useMemo(() => createPaneChange(() => latest.get(), change, side), [latest, change, side])
  return useMemo(() => ({ view: paneView, change: paneChange, back }), [paneView, paneChange, back])
}

/** What one side brings along; the view is of both. */
export interface SideInput
  extends Omit<ViewerInput, 'viewing' | 'notes' | 'graph'>, Partial<Pick<ViewerInput, 'notes' | 'graph'>> {
  readonly summary: ProfileSummary
  readonly isBusy: boolean
  readonly isBuilding: boolean
}

/** One side, ready to be shown. */
export interface Pane extends ViewerPane {
  readonly side: Side
  readonly summary: ProfileSummary
  /** Where the shared zoom and selection are here. */
  readonly zoom: SidePath
  readonly selection: SidePath
}

/** Both panes over one view. */
export function useSidePanes(inputs: BySide<SideInput>, viewing: Viewing) {
  // The side that keys are for: the one that was touched last.
  const [active, setActive] = useState<Side>('after')
  const findCounterpart = useCounterparts(inputs)
  const paths = useSidePaths(viewing.view, inputs, findCounterpart)
  const before = useSidePane('before', inputs.before, viewing, paths)
  const after = useSidePane('after', inputs.after, viewing, paths)
  // The side whose frame the details describe.
  const home = getFocusedSide({ before, after }, active)
  const { viewer } = home === 'before' ? before : after
  const here = nameOfNode(viewer.model, viewer.currentNode)
  const panes = { before: usePaneCallers(before, here), after: usePaneCallers(after, here) }
  return { panes, home, findCounterpart, active, setActive }
}

function useSidePane(side: Side, input: SideInput, shared: Viewing, paths: ReturnType<typeof useSidePaths>): Pane {
  const { summary, ...rest } = input
  const viewing = usePaneViewing(shared, side, paths)
  const ownNotes = useNotes([], null)
  const ownGraph = useRef<FlameGraphHandle>(null)
  const own = { viewing, notes: input.notes ?? ownNotes, graph: input.graph ?? ownGraph }
  const { zoom, selected: selection } = paths[side]
  return { ...usePane({ ...rest, ...own }, input), side, summary, zoom, selection }
}

/** The places of the view that both panes show, in one pane's own names. */
export interface PanePaths {
  readonly zoom: SidePath
  readonly selected: SidePath
}

/** The shared view as one pane has it: with its own filters, and with the places that it can show. */
export function toPaneView(view: ViewState, side: Side, { zoom, selected }: PanePaths): ViewState {
  const isSelectionHere = selected.missing === 0 || selected.path === view.selected
  return {
    ...view,
    filters: listSideFilters(view, side),
    zoom: zoom.path,
    // A part of a box that is not here would be some other part of its caller.
    range: zoom.missing > 0 ? null : view.range,
    selected: isSelectionHere ? selected.path : [],
  }
}

/** What a pane changes of its view, in the shared one. */
export function createPaneChange(view: () => ViewState, change: ChangeView, side: Side): ChangeView {
  return ({ filters, ...rest }, step) =>
    change({ ...rest, ...(filters ? changeFilters({ ...view(), ...rest }, side, filters) : {}) }, step)
}
