import type { ReactNode, RefObject } from 'react'
import type { FilterControls } from '../filters/use-filters.ts'
import type { Viewer } from '../state/use-viewer.ts'
import type { Viewing } from '../view/view-store.ts'

/** The panes and the view that the tools of a shell work on. */
export interface ShellTools {
  /** One graph, or two side by side. */
  readonly panes: readonly [Viewer] | readonly [Viewer, Viewer]
  /** The pane that keys, search steps and the legend are for. */
  readonly active: Viewer
  readonly searchInput: RefObject<HTMLInputElement | null>
  /** The view in the address; that of a pane may differ. */
  readonly viewing: Viewing
  /** The filters of all panes, in one list. */
  readonly filters: Pick<FilterControls, 'list' | 'change'>
  /** Shows what the search at this position, the typed one last, finds on each side, in place of its share. */
  readonly sharesOf?: (search: number) => ReactNode
  /** Controls that only two panes have. */
  readonly controls?: ReactNode
}

/** Whether the line of searches and filters is shown: it has something in it. */
export function hasFilterBar({ viewing, filters }: Pick<ShellTools, 'viewing' | 'filters'>): boolean {
  return viewing.view.searches.length > 0 || filters.list.length > 0
}
