'use client'
import { useLayoutEffect, useRef } from 'react'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import type { TreeModel } from '../worker/tree-messages.ts'
import { findMomentInNewChart } from '../tree/follow-moment.ts'
import { findNodeInNewTree, findNodeInTurnedTree } from '../tree/follow-node.ts'
import type { ResolvedView } from './use-resolved-view.ts'
import type { TreeNavigation } from './use-navigation.ts'
import type { Viewing } from '../view/view-store.ts'

interface LastPosition {
  readonly model: TreeModel
  readonly zoomNode: number
  readonly selected: number
  readonly isInverted: boolean
  /** Their places in the view of then. */
  readonly zoom: ViewState['zoom']
  readonly selection: ViewState['selected']
}

/**
 * Keeps the zoom and the selection where they were when filters make another tree: the paths in the view are of the
 * tree before. A link that was opened is left alone: its path may be longer than this profile goes, and the page says
 * so.
 */
export function useKeepPosition(
  model: TreeModel,
  { zoomNode, missing, selected }: ResolvedView,
  navigation: TreeNavigation,
  { view, change }: Viewing,
  isBuilding: boolean,
): void {
  const before = useRef<LastPosition | null>(null)
  // Before the browser paints: else the page would say for a moment that a link points deeper than the profile goes.
  useLayoutEffect(() => {
    // The view may be another one by now, by the Back button for instance, and its places are of a tree that is on its
    // way.
    if (isBuilding) return
    const last = before.current
    const isOther = last !== null && last.model !== model
    const isTurned = isOther && last.isInverted !== view.invert
    // In the order of time a place is a number, which is another node in another tree; upside down a path that leads
    // somewhere leads to another function.
    const isElsewhere = view.sort === 'time' || isTurned
    const isZoomLost = missing > 0 || (isElsewhere && view.zoom.length > 0 && view.zoom === last?.zoom)
    const isSelectionLost =
      view.selected.length > 0 && (selected < 0 || (isElsewhere && view.selected === last?.selection))
    if (isOther && (isZoomLost || isSelectionLost)) {
      const find = isTurned
        ? findNodeInTurnedTree
        : last.model.chartSpan && model.chartSpan
          ? findMomentInNewChart
          : findNodeInNewTree
      const follow = (node: number) => (node > 0 ? navigation.pathOf(find(last.model, node, model)) : [])
      before.current = null
      change(
        {
          ...(isZoomLost ? { zoom: follow(last.zoomNode), range: null } : {}),
          ...(isSelectionLost ? { selected: follow(last.selected) } : {}),
        },
        'replace',
      )
      return // and comes here again with the nodes that were found
    }
    before.current = { model, isInverted: view.invert, zoomNode, selected, zoom: view.zoom, selection: view.selected }
  }, [model, zoomNode, missing, selected, navigation, view, change, isBuilding])
}
