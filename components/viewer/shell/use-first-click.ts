'use client'
import { useLayoutEffect, useReducer, useSyncExternalStore } from 'react'
import { readFirstClick, takeFirstClick } from '../../../lib/profile/first-paint/first-click.ts'
import { findNodeAt } from '../../../lib/profile/layout/layout.ts'
import { zoomInto } from '../state/zoom-into.ts'
import type { Viewing } from '../view/view-store.ts'
import type { TreeModel } from '../worker/tree-messages.ts'

/**
 * Zooms the view to the box that was clicked in the first paint. Gives false until that is done: a graph that is drawn
 * earlier would show the whole profile for a moment, between the first paint and the zoomed graph.
 */
export function useFirstClick(model: TreeModel | null, { view, change }: Viewing): boolean {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const hasClick = useSyncExternalStore(
    neverChanges,
    () => readFirstClick() !== null,
    () => false,
  )
  const isWaiting = model !== null && hasClick
  useLayoutEffect(() => {
    if (!isWaiting) return
    const { x, row } = takeFirstClick()!
    // A viewport of 1 px, since x is a share of the width of the whole graph.
    const whole = { from: 0, to: model.tree.total[0]!, widthPx: 1, firstRow: 0, lastRow: row, minWidthPx: 0 }
    const node = findNodeAt(model, whole, root, x, row)
    if (node >= 0) change(zoomInto(model, view.sort, root, node), 'push')
    renderAgain() // also where the view does not change: the click is taken
  }, [isWaiting, model, view.sort, change])
  return !isWaiting
}

/** Index of the root in the call tree. */
const root = 0

/** No subscription: the click is read at the render that brings the tree. A click after that goes to the canvas. */
const neverChanges = () => () => undefined
