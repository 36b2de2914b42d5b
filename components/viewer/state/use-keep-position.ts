'use client'
import { useEffect, useRef } from 'react'
import type { ViewState } from '../../../lib/profile/view.ts'
import { followNode } from './follow-node.ts'
import type { DrawnTree } from '../worker/tree-messages.ts'
import type { Drawing } from './use-resolved-view.ts'
import type { Walk } from './use-navigation.ts'
import type { Viewing } from './view-store.ts'

interface Followed {
  readonly drawn: DrawnTree
  readonly zoomNode: number
  readonly selected: number
  /** Their places in the view of then. */
  readonly zoom: ViewState['zoom']
  readonly selection: ViewState['selected']
}

/**
 * Keeps the zoom and the selection where they were when filters make another tree: the paths in the view are of the tree before.
 * Of two panes neither decides for both.
 * A link that was opened is left alone: its path may be longer than this profile goes, and the page says so.
 */
export function useFollow(
  drawn: DrawnTree,
  { zoomNode, missing, selected }: Drawing,
  walk: Walk,
  { view, change }: Viewing,
  isTwin = false,
): void {
  const before = useRef<Followed | null>(null)
  useEffect(() => {
    const last = before.current
    const isOther = last !== null && last.drawn !== drawn
    // In the order of time a place is a number, which is another node in another tree.
    const isNumbered = view.sort === 'time'
    const isZoomLost = missing > 0 || (isNumbered && view.zoom.length > 0 && view.zoom === last?.zoom)
    const isSelectionLost =
      view.selected.length > 0 && (selected < 0 || (isNumbered && view.selected === last?.selection))
    if (!isTwin && isOther && (isZoomLost || isSelectionLost)) {
      const follow = (node: number) => (node > 0 ? walk.pathOf(followNode(last.drawn, node, drawn)) : [])
      before.current = null
      change(
        {
          ...(isZoomLost ? { zoom: follow(last.zoomNode), range: null } : {}),
          ...(isSelectionLost ? { selected: follow(last.selected) } : {}),
        },
        'replace',
      )
      return // and comes here again with what was found
    }
    before.current = { drawn, zoomNode, selected, zoom: view.zoom, selection: view.selected }
  }, [drawn, zoomNode, missing, selected, walk, view, change, isTwin])
}
