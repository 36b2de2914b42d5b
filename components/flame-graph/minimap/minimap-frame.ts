import type { VisibleArea } from '../motion/navigation.ts'
import { panRange } from '../geometry/ranges.ts'
import type { Orientation } from '../geometry/rows.ts'

/** The whole drawing as a minimap shows it. Units: pixels of the minimap. */
export interface MinimapSize {
  readonly total: number
  readonly orientation: Orientation
  readonly widthPx: number
  readonly heightPx: number
  readonly rowPx: number
}

export interface MinimapFrame {
  readonly x0: number
  readonly x1: number
  readonly top: number
  readonly bottom: number
}

/** Where a minimap shows what the graph shows; never so small that it cannot be seen. */
export function getMinimapFrame(
  { total, orientation, widthPx, heightPx, rowPx }: MinimapSize,
  area: VisibleArea,
): MinimapFrame {
  const pxPerWeight = widthPx / total
  const left = Math.min(area.from * pxPerWeight, widthPx - minFramePx)
  const near = Math.min(area.row * rowPx, heightPx - minFramePx)
  const far = Math.min(near + Math.max(area.rows * rowPx, minFramePx), heightPx)
  return {
    x0: left,
    x1: Math.max(area.to * pxPerWeight, left + minFramePx),
    top: orientation === 'flame' ? heightPx - far : near,
    bottom: orientation === 'flame' ? heightPx - near : far,
  }
}
const minFramePx = 3

/** What a press on a minimap takes hold of: the frame, one of its edges; or the frame jumps there first. */
export type Grip = 'frame' | 'left' | 'right' | 'jump'

/** Edges have a grip of their own only on a frame that leaves enough to hold it by. */
export function findGrip({ x0, x1, top, bottom }: MinimapFrame, x: number, y: number): Grip {
  const isInRows = y >= top - edgePx && y <= bottom + edgePx
  if (!isInRows || x < x0 - edgePx || x > x1 + edgePx) return 'jump'
  if (x1 - x0 < 3 * edgePx) return 'frame'
  if (Math.abs(x - x0) <= edgePx) return 'left'
  return Math.abs(x - x1) <= edgePx ? 'right' : 'frame'
}
const edgePx = 5

/** The place shown after the grip was dragged by so much. */
export function dragFrame(size: MinimapSize, start: VisibleArea, grip: Grip, dxPx: number, dyPx: number): VisibleArea {
  const { total } = size
  const weight = (dxPx * total) / size.widthPx
  const least = total / size.widthPx / 4
  if (grip === 'left') return { ...start, from: Math.min(Math.max(start.from + weight, 0), start.to - least) }
  if (grip === 'right') return { ...start, to: Math.max(Math.min(start.to + weight, total), start.from + least) }
  const rows = (size.orientation === 'flame' ? -dyPx : dyPx) / size.rowPx
  return { ...start, ...panRange(start, weight, total), row: Math.max(0, start.row + rows) }
}

/** The place whose frame has its middle at a point. */
export function centreAround(size: MinimapSize, shown: VisibleArea, x: number, y: number): VisibleArea {
  const { x0, x1, top, bottom } = getMinimapFrame(size, shown)
  return dragFrame(size, shown, 'frame', x - (x0 + x1) / 2, y - (top + bottom) / 2)
}
