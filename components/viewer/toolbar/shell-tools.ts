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
  /** Filters of all panes. */
  readonly filters: Pick<FilterControls, 'list' | 'change'>
  /** Shares that the search at this position finds in more panes than one. */
  readonly sharesOf?: (search: number) => ReactNode
  /** More controls of two panes. */
  readonly controls?: ReactNode
}

/** Whether there is a line of searches and filters. */
export function hasFilterBar({ viewing, filters }: Pick<ShellTools, 'viewing' | 'filters'>): boolean {
  return viewing.view.searches.length > 0 || filters.list.length > 0
}
