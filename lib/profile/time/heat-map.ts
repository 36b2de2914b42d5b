import type { Profile } from '../model/profile.ts'
import { getRecordingSpan, getTimeSpan } from './time-span.ts'

/**
 * Weight by time, for a map with seconds as columns and the parts of a second as rows, as in FlameScope. Cells go
 * through a column first: cell i is column floor(i / rows), row i mod rows. So they are also one series: cell i begins
 * at fromMs + i * cellMs.
 *
 *     4 samples at 0.1, 0.1, 0.9 and 1.2 s, cells of 500 ms:   columns 2  rows 2  cells [2, 1, 1, 0]
 */
export interface HeatMap {
  /** One of cellSizes; more where the recording is so long that there would be too many cells. */
  readonly cellMs: number
  /** Cells in a column: a second's, or a single one where a cell is longer. */
  readonly rows: number
  readonly columns: number
  /** Time of the first cell's start in ms since the recording began: a whole second. */
  readonly fromMs: number
  readonly cells: Float64Array<ArrayBuffer>
  /** Heaviest cell. */
  readonly maxWeight: number
  /** Weight of samples without a time, or with one outside: they are in no cell. */
  readonly untimed: number
}

/** Parts that a second can be cut into, in ms. */
export const cellSizes: readonly number[] = [20, 50, 100, 200, 500, 1000]

/** A day in cells of 20 ms. */
const maxCells = 4_400_000
/** Length of a cell in ms, by the minutes of the recording: fine enough for a pause, and no noise where it is long. */
const firstCellSizes = [
  { upToMinutes: 10, ms: 50 },
  { upToMinutes: 60, ms: 100 },
  { upToMinutes: 720, ms: 200 },
  { upToMinutes: Infinity, ms: 1000 },
]

/** Gives the length of a cell with which the heat map begins. */
export function cellMsFor(span: readonly [number, number] | null): number {
  const minutes = span ? (span[1] - span[0]) / 60_000 : 0
  return firstCellSizes.find(({ upToMinutes }) => minutes <= upToMinutes)!.ms
}

/**
 * The time to show, both ends included: all that was recorded, for where no sample is the program was idle. null when
 * no sample has a time.
 */
export function getHeatMapSpan(profile: Profile): readonly [number, number] | null {
  const recorded = getRecordingSpan(profile)
  const sampled = getTimeSpan(profile)
  // The recording's end belongs to it no more: ten seconds are ten columns.
  return recorded && sampled && [recorded[0], Math.max(recorded[1] - 1, sampled[1])]
}

/** `span` is the time to show, so that filters do not move the map: that of the whole recording. */
export function buildHeatMap(profile: Profile, cellMs: number, span = getHeatMapSpan(profile)): HeatMap {
  const shape = computeShape(cellMs, span ?? [0, 0])
  const cells = new Float64Array(span ? shape.rows * shape.columns : 0)
  const { samples } = profile
  let untimed = 0
  for (let sample = 0; sample < samples.length; sample++) {
    const cell = Math.floor((samples.time[sample]! - shape.fromMs) / shape.cellMs)
    // The cell is neither NaN nor outside.
    if (cell >= 0 && cell < cells.length) cells[cell] = cells[cell]! + samples.weight[sample]!
    else untimed += samples.weight[sample]!
  }
  return { ...shape, cells, maxWeight: heaviest(cells), untimed }
}

function heaviest(cells: Float64Array): number {
  let most = 0
  for (const weight of cells) if (weight > most) most = weight
  return most
}

function computeShape(wantedMs: number, [first, last]: readonly [number, number]) {
  let cellMs = wantedMs
  for (;;) {
    const rows = Math.max(1, Math.round(1000 / cellMs))
    const fromMs = Math.floor(first / 1000) * 1000
    const columns = Math.floor((last - fromMs) / (rows * cellMs)) + 1
    // The comparison is false for NaN, too, which comes from times beyond all numbers.
    if (!(rows * columns > maxCells)) return { cellMs, rows, columns, fromMs }
    cellMs = cellSizes.find((size) => size > cellMs) ?? cellMs * 2
  }
}

/** Where a heat map ends, in ms since the recording began. */
export function getHeatMapEnd({ fromMs, cellMs, rows, columns }: HeatMap): number {
  return fromMs + columns * rows * cellMs
}

/**
 * Where the cell ends that holds the span's end, in ms since the recording began: the rest of the last column was not
 * recorded.
 */
export function getRecordedEnd(map: HeatMap, [, last]: readonly [number, number]): number {
  const cells = Math.floor((last - map.fromMs) / map.cellMs) + 1
  return Math.min(getHeatMapEnd(map), map.fromMs + Math.max(1, cells) * map.cellMs)
}

/** A heat map with neighbouring columns added up: of each row of them one cell. */
export interface MergedHeatMap extends Pick<HeatMap, 'columns' | 'rows' | 'cells' | 'maxWeight'> {
  /** How many columns are in one; the last may have fewer. */
  readonly perColumn: number
}

/** At most `maxColumns`: a screen has only so many pixels. */
export function mergeColumns(map: HeatMap, maxColumns: number): MergedHeatMap {
  const perColumn = Math.ceil(map.columns / Math.max(1, maxColumns))
  const { rows } = map
  if (perColumn <= 1) return { columns: map.columns, rows, cells: map.cells, maxWeight: map.maxWeight, perColumn: 1 }
  const columns = Math.ceil(map.columns / perColumn)
  const cells = new Float64Array(columns * rows)
  for (let column = 0, cell = 0; column < map.columns; column++) {
    const start = Math.floor(column / perColumn) * rows
    for (let row = start; row < start + rows; row++) cells[row] = cells[row]! + map.cells[cell++]!
  }
  return { columns, rows, cells, maxWeight: heaviest(cells), perColumn }
}

/**
 * Gives the cells to which a pointer can point when only so many columns fit on the screen: the map itself, or one
 * whose cells are whole merged columns. In a pixel that covers a minute no second can be chosen.
 */
export function mapToPoint(map: HeatMap, maxColumns: number): HeatMap {
  const { columns, rows, cells, perColumn } = mergeColumns(map, maxColumns)
  if (perColumn === 1) return map
  const sums = new Float64Array(columns)
  cells.forEach((weight, cell) => (sums[Math.floor(cell / rows)]! += weight))
  return {
    ...map,
    cellMs: map.cellMs * rows * perColumn,
    rows: 1,
    columns,
    cells: sums,
    maxWeight: heaviest(sums),
  }
}

/** Weight per second over time, in at most `count` points of equal length, for a line. */
export function computeRates({ cells, cellMs }: HeatMap, count: number): Float64Array {
  const perPoint = Math.max(1, Math.ceil(cells.length / Math.max(1, count)))
  const rates = new Float64Array(Math.ceil(cells.length / perPoint))
  for (let cell = 0; cell < cells.length; cell++) {
    const point = Math.floor(cell / perPoint)
    rates[point] = rates[point]! + cells[cell]!
  }
  return rates.map((weight, point) => {
    const inPoint = Math.min(perPoint, cells.length - point * perPoint)
    return (weight * 1000) / (inPoint * cellMs)
  })
}
