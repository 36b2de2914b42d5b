import type { ViewState } from '../../../../lib/profile/view/view.ts'
import type { ChangeView } from '../../state/view-store.ts'
import { changeFilters, filtersOfSide } from './side-filters.ts'
import type { SidePlace } from './side-paths.ts'
import type { Side } from './side.ts'

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
