import { findNodeAt } from '../../../lib/profile/layout/layout.ts'
import { findRowAtY } from '../geometry/rows.ts'
import { findPinnedNodeAt, positionPins } from './pins.ts'
import type { Scene } from './scene.ts'
import { getNodeExtent, getRowBox, type GraphViewport, toLayoutViewport } from './viewport.ts'

interface CanvasPoint {
  readonly x: number
  readonly y: number
}

/** The node whose pin or box is at a point of the canvas; -1 for none, and beside the canvas. */
export function findNodeUnder(scene: Scene, viewport: GraphViewport, { x, y }: CanvasPoint): number {
  if (!(y >= 0 && y < viewport.heightPx)) return -1
  const pinned = findPinnedNodeAt(positionPins(scene, viewport), x, y)
  if (pinned >= 0) return pinned
  return findNodeAt(scene, toLayoutViewport(viewport), viewport.node, x, findRowAtY(viewport, y))
}

/**
 * The lower left corner of the visible part of a node's box, as a point of the canvas; null when it is not in sight.
 */
export function findBoxCorner(scene: Scene, viewport: GraphViewport, node: number): CanvasPoint | null {
  const extent = getNodeExtent(scene, viewport, node)
  if (!extent || extent.x1 < 0 || extent.x0 >= viewport.widthPx) return null
  const { top, heightPx } = getRowBox(viewport, extent.row)
  if (top < 0 || top + heightPx > viewport.heightPx) return null
  return { x: Math.max(extent.x0, 0), y: top + heightPx }
}
