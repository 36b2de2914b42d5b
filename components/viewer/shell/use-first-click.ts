'use client'
import { useLayoutEffect, useReducer, useSyncExternalStore } from 'react'
import { readFirstClick, takeFirstClick } from '../../../lib/profile/first-paint/first-click.ts'
import { findNodeAt } from '../../../lib/profile/layout/layout.ts'
import { zoomInto } from '../state/zoom-into.ts'
import type { Viewing } from '../view/view-store.ts'
import type { TreeModel } from '../worker/tree-messages.ts'

/**
 * Takes a zoom into the first paint over into the view. False as long as that waits: a graph shown then would be the
 * whole one, between two frames of its part.
 */
export function useFirstClick(model: TreeModel | null, { view, change }: Viewing): boolean {
  const [, goOn] = useReducer((count: number) => count + 1, 0)
  const hasClick = useSyncExternalStore(
    neverChanges,
    () => readFirstClick() !== null,
    () => false,
  )
  const isWaiting = model !== null && hasClick
  useLayoutEffect(() => {
    if (!isWaiting) return
    const { x, row } = takeFirstClick()!
    const whole = { from: 0, to: model.tree.total[0]!, widthPx: 1, firstRow: 0, lastRow: row, minWidthPx: 0 }
    const node = findNodeAt(model, whole, 0, x, row)
    if (node >= 0) change(zoomInto(model, view.sort, 0, node), 'push')
    goOn() // also where the view stays as it is
  }, [isWaiting, model, view.sort, change])
  return !isWaiting
}

/** The click is read when the tree is there; one that comes later is the canvas's own. */
const neverChanges = () => () => undefined
