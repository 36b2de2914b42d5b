import type { MarkKind } from '../../flame-graph/scene/mark-colours.ts'
import type { Area } from './heat-map-geometry.ts'

/** Where the parts of the time chart are: the line, a lane for each kind of mark, the heat map. */
export interface TimeLayout {
  readonly line: Area
  readonly lanes: readonly (Area & { readonly kind: MarkKind })[]
  /** null when it is folded away: then the rest fits beside the words. */
  readonly heat: Area | null
  readonly heightPx: number
}

const linePx = 22
const foldedPx = 26
const lanePx = 4
const gapPx = 2

export function layOutTime(widthPx: number, kinds: readonly MarkKind[], rows: number, hasHeat: boolean): TimeLayout {
  const lanesPx = kinds.length * (lanePx + 1)
  const line = { x: 0, y: 0, width: widthPx, height: hasHeat ? linePx : foldedPx - gapPx - lanesPx }
  const lanes = kinds.map((kind, index) => ({
    kind,
    x: 0,
    y: line.height + gapPx + index * (lanePx + 1),
    width: widthPx,
    height: lanePx,
  }))
  const below = line.height + gapPx + lanesPx
  if (!hasHeat) return { line, lanes, heat: null, heightPx: below }
  const heat = { x: 0, y: below, width: widthPx, height: heatHeightPx(rows) }
  return { line, lanes, heat, heightPx: heat.y + heat.height }
}

/** Enough for each row to be seen, and no more: the room is the graph's. */
function heatHeightPx(rows: number): number {
  if (rows >= 50) return 50
  return rows >= 5 ? 40 : rows >= 2 ? 24 : 16
}
