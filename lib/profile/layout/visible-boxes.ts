import { type BoxCollector, type Boxes, boxFlags, createBoxCollector } from './boxes.ts'
import { getWidths, type Viewport } from './layout.ts'
import type { CallTree, FlameLayout, Weights } from '../tree/call-tree.ts'
import { createMatchCursor, type MatchCursor } from '../search/match-cursor.ts'
import { findFirstAbove } from '../model/sorted-columns.ts'

/**
 * The boxes to paint: the subtree of the zoomed node where the viewport shows it, each of its ancestors over the full
 * width. The work follows the pixels, not the tree: nodes too narrow or off the screen are jumped over. In a flame
 * chart the first stack of a pixel is drawn: samples are some 10 ms, and in a chart of half a minute none would be wide
 * enough. `bySearch` are the sorted nodes that each search found (matchSearches); a merged box is found when anything
 * under it is.
 */
export function visibleBoxes(
  layout: FlameLayout,
  viewport: Viewport,
  zoomNode: number,
  bySearch: readonly Int32Array[] = [],
): Boxes {
  const { tree } = layout
  const boxes = createBoxCollector()
  const view = {
    ...viewport,
    firstRow: Math.max(viewport.firstRow, 0),
    lastRow: Math.min(viewport.lastRow, tree.maxDepth),
  }
  if (!(view.to > view.from)) return boxes.all()
  const found = createMatchCursor(bySearch)
  addAncestors(tree, view, zoomNode, found, boxes)
  addSubtree(layout, view, zoomNode, found, boxes)
  return boxes.all()
}

function addAncestors(
  { parent, depth }: CallTree,
  { widthPx, firstRow, lastRow }: Viewport,
  zoomNode: number,
  found: MatchCursor,
  boxes: BoxCollector,
): void {
  for (let node = parent[zoomNode]!; node >= 0 && depth[node]! >= firstRow; node = parent[node]!) {
    if (depth[node]! > lastRow) continue
    boxes.add(node, depth[node]!, 0, widthPx, boxFlags.ancestor, found.searchesIn(node, node + 1))
  }
}

function addSubtree(
  layout: FlameLayout,
  { from, to, widthPx, firstRow, lastRow, minWidthPx }: Viewport,
  zoomNode: number,
  found: MatchCursor,
  boxes: BoxCollector,
): void {
  const { tree, starts } = layout
  const { parent, end, depth } = tree
  const widths = getWidths(layout)
  const pxPerWeight = widthPx / (to - from)
  const minWeight = minWidthPx / pxPerWeight
  const runs = createMergedBoxes(firstRow, lastRow, minWidthPx, boxes)
  const last = end[zoomNode]!
  let node = zoomNode
  while (node < last) {
    const row = depth[node]!
    const start = starts[node]!
    const stop = start + widths[node]!
    const siblingsEnd = node === zoomNode ? last : end[parent[node]!]!
    if (row > lastRow || start >= to) {
      // All other callees of this caller are as deep, or further right.
      node = siblingsEnd
    } else if (stop <= from) {
      node = siblingAt(tree, starts, from, node, siblingsEnd)
    } else if (widths[node]! < minWeight) {
      const next = siblingAt(tree, starts, start + minWeight, node, siblingsEnd)
      const searches = found.searchesIn(node, next)
      // A match may be in another stack of the pixel, and gets its tick in a merged box.
      if (layout.widths && searches === 0) addColumn(node, leftPx(start), rightPx(start + minWeight))
      else if (row >= firstRow) {
        const nextStart = next < siblingsEnd ? starts[next]! : stopOfSiblings(layout, node, zoomNode)
        // A gap, which only a flame chart has, belongs to no node.
        const runStop = Math.min(nextStart, start + minWeight)
        runs.add(row, node, leftPx(start), rightPx(runStop), searches)
      }
      node = next
    } else {
      if (row >= firstRow) boxes.add(node, row, leftPx(start), rightPx(stop), 0, found.searchesIn(node, node + 1))
      node = row === lastRow ? end[node]! : node + 1
    }
  }
  runs.finish()

  /** The first stack of a node, from the node on. */
  function addColumn(top: number, x0: number, x1: number): void {
    for (
      let node = top;
      node < end[top]! && depth[node]! <= lastRow;
      node = end[node] === node + 1 ? end[top]! : node + 1
    )
      if (depth[node]! >= firstRow) boxes.add(node, depth[node]!, x0, x1, 0, 0)
  }

  function leftPx(weight: number): number {
    return Math.max(0, (weight - from) * pxPerWeight)
  }
  function rightPx(weight: number): number {
    return Math.min(widthPx, (weight - from) * pxPerWeight)
  }
}

/**
 * The next sibling of `node` that reaches to `weight` or beyond, else the last one. All siblings jumped over end before
 * it. Starts do not sink from node to node, so it is found by halving, not by a walk over a million siblings.
 */
function siblingAt(
  { end, depth, parent }: CallTree,
  starts: Weights,
  weight: number,
  node: number,
  siblingsEnd: number,
) {
  const next = end[node]!
  if (next >= siblingsEnd || starts[next]! > weight) return next
  let found = findFirstAbove(starts, weight, next, siblingsEnd) - 1
  while (depth[found]! > depth[node]!) found = parent[found]!
  return Math.max(found, next)
}

function stopOfSiblings(layout: FlameLayout, node: number, zoomNode: number): number {
  const whole = node === zoomNode ? node : layout.tree.parent[node]!
  return layout.starts[whole]! + getWidths(layout)[whole]!
}

/**
 * Joins boxes too narrow to be drawn into one merged box per run. A run goes on over gaps too narrow to be seen and
 * ends at one that can be seen; a run that is itself too narrow is drawn only where a search found something in it.
 */
function createMergedBoxes(firstRow: number, lastRow: number, minWidthPx: number, boxes: BoxCollector) {
  const rows = Math.max(0, lastRow - firstRow + 1)
  // One open run a row; node -1 where there is none.
  const nodes = new Int32Array(rows).fill(-1)
  const starts = new Float64Array(rows)
  const ends = new Float64Array(rows)
  const found = new Uint8Array(rows)

  function close(index: number): void {
    const isSeen = ends[index]! - starts[index]! >= minWidthPx || found[index]! > 0
    if (nodes[index]! < 0 || !isSeen) return
    boxes.add(nodes[index]!, firstRow + index, starts[index]!, ends[index]!, boxFlags.merged, found[index]!)
  }

  return {
    add(row: number, node: number, x0: number, x1: number, searches: number): void {
      const index = row - firstRow
      if (nodes[index]! >= 0 && x0 - ends[index]! < minWidthPx) {
        ends[index] = x1
        found[index] = found[index]! | searches
        return
      }
      close(index)
      nodes[index] = node
      starts[index] = x0
      ends[index] = x1
      found[index] = searches
    },
    /** Adds the last run of each row. */
    finish(): void {
      for (let index = 0; index < rows; index++) close(index)
    },
  }
}
