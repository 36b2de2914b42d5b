import type { VisibleArea } from '../motion/navigation.ts'
import { panRange, type Range } from '../geometry/ranges.ts'
import type { Orientation } from '../geometry/rows.ts'

/** The whole drawing as a minimap shows it. Units: pixels of the minimap. */
export interface MinimapSize {
  /** All that it shows. */
  readonly bounds: Range
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
  { bounds, orientation, widthPx, heightPx, rowPx }: MinimapSize,
  area: VisibleArea,
): MinimapFrame {
  const pxPerWeight = widthPx / (bounds.to - bounds.from)
  const left = Math.min((area.from - bounds.from) * pxPerWeight, widthPx - minFramePx)
  const near = Math.min(area.row * rowPx, heightPx - minFramePx)
  const far = Math.min(near + Math.max(area.rows * rowPx, minFramePx), heightPx)
  return {
    x0: left,
    x1: Math.max((area.to - bounds.from) * pxPerWeight, left + minFramePx),
    top: orientation === 'flame' ? heightPx - far : near,
    bottom: orientation === 'flame' ? heightPx - near : far,
  }
}
/** The least width and height of the frame of the minimap, which shows what part is seen. */
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
/** So near to an edge of the frame of the minimap, a press drags that edge. */
const edgePx = 5

/** The visible area after the grip was dragged by so many pixels. */
export function dragFrame(size: MinimapSize, start: VisibleArea, grip: Grip, dxPx: number, dyPx: number): VisibleArea {
  const { bounds } = size
  const pxWeight = (bounds.to - bounds.from) / size.widthPx
  const weight = dxPx * pxWeight
  const least = pxWeight / 4 // an edge stops so far from the other one: a quarter of a pixel of the minimap
  if (grip === 'left') return { ...start, from: Math.min(Math.max(start.from + weight, bounds.from), start.to - least) }
  if (grip === 'right') return { ...start, to: Math.max(Math.min(start.to + weight, bounds.to), start.from + least) }
  const rows = (size.orientation === 'flame' ? -dyPx : dyPx) / size.rowPx
  return { ...start, ...panRange(start, weight, bounds), row: Math.max(0, start.row + rows) }
}

/** The visible area whose frame has its middle at a point. */
export function centreAround(size: MinimapSize, shown: VisibleArea, x: number, y: number): VisibleArea {
  const { x0, x1, top, bottom } = getMinimapFrame(size, shown)
  return dragFrame(size, shown, 'frame', x - (x0 + x1) / 2, y - (top + bottom) / 2)
}
