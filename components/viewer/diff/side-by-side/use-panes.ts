'use client'
import { useEffect, useMemo, useState } from 'react'
import { needComparableNames } from '../../../../lib/profile/comparable-names.ts'
import type { ViewState } from '../../../../lib/profile/view.ts'
import { createHeld } from '../../state/ref.ts'
import type { DrawnTree, ProfileBasics } from '../../worker/tree-messages.ts'
import type { Viewing } from '../../state/view-store.ts'
import { changeOfPane, viewOfPane } from './view-of-pane.ts'
import { findPlaces } from './side-paths.ts'
import { eachSide, type BySide, type Side } from './side.ts'
import { looseKey } from './counterpart-key.ts'
import { createTwinFinder, type FindTwin } from './counterparts.ts'

export interface OpenedSide {
  readonly drawn: DrawnTree
  readonly basics: ProfileBasics
}

/** Finds each side's nodes on the other one; anew with each tree. */
export function useTwins({ before, after }: BySide<OpenedSide>): BySide<FindTwin> {
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
export function usePlaces({ zoom, selected }: ViewState, trees: BySide<OpenedSide>, twins: BySide<FindTwin>) {
  const { before, after } = trees
  const drawn = useMemo(() => ({ before: before.drawn, after: after.drawn }), [before.drawn, after.drawn])
  const zooms = useMemo(() => findPlaces(zoom, drawn, twins), [zoom, drawn, twins])
  const selections = useMemo(() => findPlaces(selected, drawn, twins), [selected, drawn, twins])
  return useMemo(() => eachSide((side) => ({ zoom: zooms[side], selected: selections[side] })), [zooms, selections])
}

/** The shared view for one pane. */
export function usePaneViewing(shared: Viewing, side: Side, places: ReturnType<typeof usePlaces>): Viewing {
  const { view, change, back } = shared
  const [latest] = useState(() => createHeld(view))
  useEffect(() => latest.put(view))
  const paneView = useMemo(() => viewOfPane(view, side, places[side]), [view, side, places])
  const paneChange = useMemo(() => changeOfPane(() => latest.get(), change, side), [latest, change, side])
  return useMemo(() => ({ view: paneView, change: paneChange, back }), [paneView, paneChange, back])
}
