import type { MarkKind } from '../../flame-graph/scene/mark-colours.ts'
import type { Area } from './heat-map-geometry.ts'

/** Height of the heat map in CSS pixels, by the least number of its rows: no more than shows each row. */
const heatHeights = [
  { fromRows: 50, px: 50 },
  { fromRows: 5, px: 40 },
  { fromRows: 2, px: 24 },
  { fromRows: 0, px: 16 },
]

/**
 * Where the parts of the time chart are: the line, a lane for each kind of mark, the heat map. They are wider than the
 * chart where its last column is a part of a second: the rest is past the edge.
 */
export interface TimeLayout {
  /** Visible width of the chart. */
  readonly widthPx: number
  readonly line: Area
  readonly lanes: readonly (Area & { readonly kind: MarkKind })[]
  /** null when it is folded away: then the rest fits beside the words. */
  readonly heat: Area | null
  readonly heightPx: number
}

/** CSS pixels of the line of samples above the heat map, and of all where the heat map is hidden. */
const rateLinePx = 22
const foldedPx = 26
/** CSS pixels of a lane of marks, and between the line of samples and the first lane. */
const lanePx = 4
const laneGapPx = 2

/** `stretch`: factor (1 or more) by which whole columns are wider than the recording. */
export function layOutTime(
  widthPx: number,
  kinds: readonly MarkKind[],
  rows: number,
  hasHeat: boolean,
  stretch = 1,
): TimeLayout {
  const width = widthPx * stretch
  const lanesPx = kinds.length * (lanePx + 1)
  const line = { x: 0, y: 0, width, height: hasHeat ? rateLinePx : foldedPx - laneGapPx - lanesPx }
  const lanes = kinds.map((kind, index) => ({
    kind,
    x: 0,
    y: line.height + laneGapPx + index * (lanePx + 1),
    width,
    height: lanePx,
  }))
  const below = line.height + laneGapPx + lanesPx
  if (!hasHeat) return { widthPx, line, lanes, heat: null, heightPx: below }
  const heat = { x: 0, y: below, width, height: heatHeightPx(rows) }
  return { widthPx, line, lanes, heat, heightPx: heat.y + heat.height }
}

function heatHeightPx(rows: number): number {
  return heatHeights.find(({ fromRows }) => rows >= fromRows)!.px
}
