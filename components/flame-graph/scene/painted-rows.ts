import { minBoxPx } from '../../../lib/profile/layout/box-look.ts'
import { visibleBoxes } from '../../../lib/profile/layout/visible-boxes.ts'
import type { Scene } from './scene.ts'
import { getNodeExtent, type GraphViewport } from './viewport.ts'

/** A part of the width, and what is drawn there. */
type PaintedPart = Pick<GraphViewport, 'range' | 'node' | 'widthPx'>

/**
 * How many rows there are from the root to the last one in which something is drawn: deeper boxes can all be narrower
 * than a pixel, and have no width at all in a comparison that has the widths of the other side. The outline of the
 * selected frame and notes are drawn on any box.
 */
export function countPaintedRows(scene: Scene, part: PaintedPart): number {
  const { tree, searches, selected, pins } = scene
  const { range, node, widthPx } = part
  const boxes = visibleBoxes(
    scene,
    { ...range, widthPx, firstRow: 0, lastRow: tree.maxDepth, minWidthPx: minBoxPx },
    node,
    searches,
  )
  let deepest = tree.depth[node]!
  for (let box = 0; box < boxes.length; box++) deepest = Math.max(deepest, boxes.row[box]!)
  for (const marked of [selected, ...pins.map((pin) => pin.node)]) {
    const extent = marked > 0 && marked < tree.length ? getNodeExtent(scene, part, marked) : null
    if (extent && extent.x1 >= 0 && extent.x0 <= widthPx) deepest = Math.max(deepest, extent.row)
  }
  return deepest + 1
}
