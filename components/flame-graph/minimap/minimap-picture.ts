import { boxFlags } from '../../../lib/profile/boxes.ts'
import { visibleBoxes } from '../../../lib/profile/visible-boxes.ts'
import { backgroundOf } from '../scene/event-tint.ts'
import type { Pen } from '../paint/draw-target.ts'
import type { Scene } from '../scene/scene.ts'

const mostRowPx = 3
const unmatchedAlpha = 0.35

/** Height of a row in a minimap: all rows fit, and few rows do not become bars. */
export function minimapRowPx({ maxDepth }: Scene['tree'], heightPx: number): number {
  return Math.min(mostRowPx, heightPx / (maxDepth + 1))
}

/** The whole tree, small: boxes without names, what a search found in its colour. */
export function paintMinimap(pen: Pen, scene: Scene, widthPx: number, heightPx: number): void {
  const { tree, starts, searches, theme, orientation } = scene
  const all = { from: 0, to: tree.total[0]!, widthPx, firstRow: 0, lastRow: tree.maxDepth, minWidthPx: 1 }
  const boxes = visibleBoxes(tree, starts, all, 0, searches)
  const rowPx = minimapRowPx(tree, heightPx)
  pen.fill(0, 0, widthPx, heightPx, backgroundOf(scene), 1, -1)
  // Those found last, so that they lie on top where several rows share a pixel.
  for (const isFound of searches.length > 0 ? [false, true] : [false]) {
    for (let box = 0; box < boxes.length; box++) {
      if ((boxes.searches[box] !== 0) !== isFound) continue
      const node = boxes.node[box]!
      const row = boxes.row[box]!
      const isMerged = (boxes.flags[box]! & boxFlags.merged) !== 0
      const top = Math.floor(orientation === 'flame' ? heightPx - (row + 1) * rowPx : row * rowPx)
      const left = Math.floor(boxes.x0[box]!)
      const colour = isFound ? theme.searches[31 - Math.clz32(boxes.searches[box]!)]! : colourOf(scene, node, isMerged)
      const alpha = searches.length > 0 && !isFound ? unmatchedAlpha : 1
      pen.fill(left, top, Math.max(1, Math.round(boxes.x1[box]!) - left), Math.ceil(rowPx), colour, alpha, -1)
    }
  }
}

function colourOf({ tree, theme, colourOf }: Scene, node: number, isMerged: boolean): string {
  return isMerged ? theme.merged : tree.frame[node]! < 0 ? theme.root : colourOf(node)
}
