'use client'
import { useEffect, useMemo, useState } from 'react'
import { titleSides } from '../../../../lib/contract/tell-apart.ts'
import type { ProfileSummary } from '../../../../lib/contract/profile.ts'
import { nameOfNode } from '../../tree/describe-frame.ts'
import { type NotesState, useNotes } from '../../notes/use-notes.ts'
import { useCallers } from '../../state/use-callers.ts'
import type { OpenedProfile } from '../../state/use-profile-tree.ts'
import { useViewer, type Viewer } from '../../state/use-viewer.ts'
import type { Viewing } from '../../view/view-store.ts'
import { resolveSidePaths, getFocusedSide, type SidePath } from './side-paths.ts'
import { type BySide, eachSide, otherSide, type Side } from '../side.ts'
import { createCounterpartFinder, type FindCounterpart, createLooseKey } from './counterparts.ts'
import { needComparableNames } from '../../../../lib/profile/compare/merged-tree/comparable-names.ts'
import type { ViewState } from '../../../../lib/profile/view/view.ts'
import { createStore } from '../../../ui/store.ts'
import type { ChangeView } from '../../view/view-store.ts'
import { changeFilters, listSideFilters } from '../side-filters.ts'

/** Finds each side's nodes on the other one; anew with each tree. */
function useCounterparts({ before, after }: BySide<OpenedProfile>): BySide<FindCounterpart> {
  return useMemo(() => {
    // Two profilers write the same function in two ways, so that exact names would never match: compare loosely.
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
  { before, after }: BySide<OpenedProfile>,
  findCounterpart: BySide<FindCounterpart>,
) {
  return useMemo(() => {
    const models = { before: before.model, after: after.model }
    const zooms = resolveSidePaths(zoom, models, findCounterpart)
    const selections = resolveSidePaths(selected, models, findCounterpart)
    return eachSide((side) => ({ zoom: zooms[side], selected: selections[side] }))
  }, [zoom, selected, before.model, after.model, findCounterpart])
}

function usePaneViewing(shared: Viewing, side: Side, paths: ReturnType<typeof useSidePaths>): Viewing {
  const { view, change, back } = shared
  // A pane may change the view long after the render that it knows: it changes the view of that moment.
  const [latest] = useState(() => createStore(view))
  useEffect(() => latest.set(view))
  const paneView = useMemo(() => toPaneView(view, side, paths[side]), [view, side, paths])
  const paneChange = useMemo(() => createPaneChange(() => latest.get(), change, side), [latest, change, side])
  return useMemo(() => ({ view: paneView, change: paneChange, back }), [paneView, paneChange, back])
}

/** Input of one side; the view is of both. */
export interface SideInput {
  readonly profile: OpenedProfile
  readonly summary: ProfileSummary
  /** Absent for a profile whose page this is not. */
  readonly notes?: NotesState
}

/** One side, ready to be shown. */
export interface Pane extends Viewer {
  readonly side: Side
  readonly sideTitles: BySide<string>
  readonly summary: ProfileSummary
  /** Where the shared zoom and selection are here. */
  readonly zoom: SidePath
  readonly selection: SidePath
}

/** Gives both panes over one view. */
export function useSidePanes(inputs: BySide<SideInput>, viewing: Viewing) {
  // The side that keys are for: the one that was touched last.
  const [active, setActive] = useState<Side>('after')
  const profiles = eachSide((side) => inputs[side].profile)
  const findCounterpart = useCounterparts(profiles)
  const paths = useSidePaths(viewing.view, profiles, findCounterpart)
  const before = useSidePane('before', inputs, viewing, paths)
  const after = useSidePane('after', inputs, viewing, paths)
  // The side whose frame the details describe.
  const focusedSide = getFocusedSide({ before, after }, active)
  const { model, currentNode } = focusedSide === 'before' ? before : after
  const here = nameOfNode(model, currentNode)
  // Callers and callees of the described frame stand beside the graph on both sides.
  const panes = {
    before: useCallers({ ...before, scene: useSceneBeside(before, after) }, here),
    after: useCallers({ ...after, scene: useSceneBeside(after, before) }, here),
  }
  return { panes, focusedSide, findCounterpart, active, setActive }
}

/**
 * The scene of a pane, faded also where only the other pane has what is searched for, with the frames that both have at
 * the same height.
 */
function useSceneBeside({ scene, zoom }: Pane, other: Pane): Pane['scene'] {
  const { matches } = other.resolved
  const isFoundBeside = matches !== null && matches.any.length > 0
  const { tree, hotNode = -1 } = other.scene
  const zoomNode = zoom.missing === 0 && other.zoom.missing === 0 ? other.scene.zoomNode : 0
  return useMemo(
    () => ({ ...scene, isFoundBeside, beside: { tree, hotNode, zoomNode } }),
    [scene, isFoundBeside, tree, hotNode, zoomNode],
  )
}

function useSidePane(
  side: Side,
  inputs: BySide<SideInput>,
  shared: Viewing,
  paths: ReturnType<typeof useSidePaths>,
): Pane {
  const { profile, summary, notes } = inputs[side]
  const viewing = usePaneViewing(shared, side, paths)
  // For the side without notes; a hook, so called for both.
  const noNotes = useNotes([], null)
  const { client: clientBeside } = inputs[otherSide[side]].profile
  const viewer = useViewer({
    profile,
    summary,
    viewing,
    notes: notes ?? noNotes,
    isCompared: true,
    clientBeside,
  })
  const { zoom, selected: selection } = paths[side]
  const sideTitles = titleSides(inputs.before.summary, inputs.after.summary)
  return { ...viewer, side, sideTitles, summary, zoom, selection }
}

/** The places of the view that both panes show, in one pane's own names. */
export interface PanePaths {
  readonly zoom: SidePath
  readonly selected: SidePath
}

/** Gives the shared view as one pane has it: with its own filters, and with the places that it can show. */
export function toPaneView(view: ViewState, side: Side, { zoom, selected }: PanePaths): ViewState {
  // The same array: no side has all of the path, and resolveSidePaths left it as it was, for other filters.
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

/** Changes of a pane's view, made in the shared one. */
export function createPaneChange(view: () => ViewState, change: ChangeView, side: Side): ChangeView {
  return ({ filters, ...rest }, step) =>
    change({ ...rest, ...(filters ? changeFilters({ ...view(), ...rest }, side, filters) : {}) }, step)
}
