import { getHeatMapEnd, type HeatMap } from '../../../lib/profile/time/heat-map.ts'

export type TimeRange = readonly [fromMs: number, toMs: number]

/** A part of the time chart in CSS pixels. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

type Grid = Pick<HeatMap, 'columns' | 'rows' | 'cellMs' | 'fromMs'>

/**
 * The cell at a point of a heat map drawn as large as `area`; its first row is below, as in FlameScope. Kept inside.
 */
export function findCellAt({ columns, rows }: Grid, area: Area, x: number, y: number): number {
  const column = part((x - area.x) / area.width, columns)
  const row = rows - 1 - part((y - area.y) / area.height, rows)
  return column * rows + row
}

/** The time at a place of a line that is as wide. */
export function findTimeAt(map: HeatMap, area: Area, x: number): number {
  const share = Math.min(1, Math.max(0, (x - area.x) / area.width))
  return map.fromMs + share * (getHeatMapEnd(map) - map.fromMs)
}

/** All from one cell through another, whichever comes first. */
export function getCellRange({ fromMs, cellMs }: Grid, one: number, other: number): TimeRange {
  return [fromMs + Math.min(one, other) * cellMs, fromMs + (Math.max(one, other) + 1) * cellMs]
}

/** The cell that holds a moment; may be outside. */
export function findCellOfTime({ fromMs, cellMs }: Grid, ms: number): number {
  return Math.floor((ms - fromMs) / cellMs)
}

/**
 * A stretch of time in a heat map: the rest of its first column, the columns between, and the start of its last.
 *
 *     0.4 to 2.2 s:   | . # . |      one area for each of the three
 *                     | # # . |
 *                     | # # # |   (the first row is below)
 */
export function getRangeAreas({ columns, rows, cellMs, fromMs }: Grid, area: Area, [from, to]: TimeRange): Area[] {
  const inCells = (ms: number) => Math.min(columns * rows, Math.max(0, (ms - fromMs) / cellMs))
  const start = inCells(from)
  const end = inCells(to)
  if (end <= start) return []
  const first = Math.floor(start / rows)
  const last = Math.min(columns - 1, Math.floor(end / rows))
  const block = (fromColumn: number, toColumn: number, fromRow: number, toRow: number): Area => ({
    x: area.x + (fromColumn / columns) * area.width,
    width: ((toColumn - fromColumn) / columns) * area.width,
    y: area.y + (1 - toRow / rows) * area.height,
    height: ((toRow - fromRow) / rows) * area.height,
  })
  if (first === last) return [block(first, first + 1, start - first * rows, end - first * rows)]
  return [
    block(first, first + 1, start - first * rows, rows),
    block(first + 1, last, 0, rows),
    block(last, last + 1, 0, end - last * rows),
  ].filter(({ width, height }) => width > 0 && height > 0)
}

function part(share: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(share * count)))
}
