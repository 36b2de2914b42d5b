import {
  getHeatMapEnd,
  mergeColumns,
  computeRates,
  type HeatMap,
  type MergedHeatMap,
} from '../../../lib/profile/time/heat-map.ts'
import type { Mark } from '../../../lib/profile/model/profile.ts'
import { getRangeAreas, type Area, type TimeRange } from './heat-map-geometry.ts'
import type { TimeLayout } from './time-layout.ts'
import type { TimeTheme } from './time-theme.ts'

/** CSS pixels for each point of the line of samples: with one, a hundred samples a second are all noise. */
const ratePointPx = 3
/** Below this width of a column in CSS pixels, the heat map has no marks. */
const leastMarkedColumnPx = 6
/** Width of a mark in CSS pixels, at least. */
const leastMarkPx = 2
/** How dark a cell of the heat map is, 0 to 1: one that is empty, and one with next to no weight. */
const emptyShade = 0.07
const lightestShade = 0.16

export interface TimeScene {
  readonly map: HeatMap
  readonly counts: TimeCounts
  readonly layout: TimeLayout
  readonly theme: TimeTheme
  /** First and last sample of the recording: outside of it nothing is drawn. */
  readonly span: TimeRange
  /** The chosen range; the rest is veiled. null for all. */
  readonly range: TimeRange | null
  readonly marks: readonly Mark[]
}

/** A heat map counted for the pixels there are: a day has four million cells, too many to add up on every frame. */
export interface TimeCounts {
  readonly merged: MergedHeatMap
  /** Points of the line, in weight per second. */
  readonly rates: Float64Array
  readonly highestRate: number
}

export function countForPixels(map: HeatMap, widthPx: number): TimeCounts {
  const rates = computeRates(map, Math.min(map.cells.length, Math.ceil(widthPx / ratePointPx)))
  return {
    merged: mergeColumns(map, Math.max(1, Math.floor(widthPx))),
    rates,
    highestRate: rates.reduce((highest, rate) => Math.max(highest, rate), 0),
  }
}

/** Paints the line of samples over time, the marks, and the heat map below. One unit is a CSS pixel. */
export function paintTime(context: CanvasRenderingContext2D, scene: TimeScene): void {
  const { layout, theme } = scene
  context.fillStyle = theme.background
  context.fillRect(0, 0, layout.widthPx, layout.heightPx)
  paintLine(context, scene)
  if (layout.heat) paintHeat(context, scene, layout.heat)
  paintMarks(context, scene)
  if (scene.range) dimOutside(context, scene, scene.range)
}

function paintLine(context: CanvasRenderingContext2D, { counts, layout: { line }, theme }: TimeScene): void {
  const { rates, highestRate } = counts
  if (highestRate === 0) return
  const xOf = (point: number) => line.x + (point / rates.length) * line.width
  const yOf = (rate: number) => line.y + line.height - (rate / highestRate) * (line.height - 2)
  context.beginPath()
  context.moveTo(line.x, line.y + line.height)
  rates.forEach((rate, point) => {
    context.lineTo(xOf(point), yOf(rate))
    context.lineTo(xOf(point + 1), yOf(rate))
  })
  context.lineTo(line.x + line.width, line.y + line.height)
  context.globalAlpha = 0.35
  context.fillStyle = theme.heat
  context.fill()
  context.globalAlpha = 1
  context.fillStyle = theme.line
  context.fillRect(line.x, line.y + line.height - 1, line.width, 1)
}

function paintHeat(context: CanvasRenderingContext2D, { map, counts, theme, span }: TimeScene, heat: Area): void {
  if (map.cells.length === 0) return
  const { merged } = counts
  const image = drawCells(merged, theme.heat, map, span)
  // The last column may have fewer cells than the others: the part past the end falls off the canvas.
  const widthPx = (heat.width * merged.columns * merged.perColumn) / map.columns
  context.imageSmoothingEnabled = false
  context.drawImage(image, heat.x, heat.y, widthPx, heat.height)
}

/** An image of one pixel for each cell, the first row below. */
function drawCells(merged: MergedHeatMap, colour: string, map: HeatMap, [first, last]: TimeRange): OffscreenCanvas {
  const { columns, rows, cells, maxWeight: most, perColumn } = merged
  const canvas = new OffscreenCanvas(columns, rows)
  const context = canvas.getContext('2d')!
  const image = context.createImageData(columns, rows)
  const columnMs = map.rows * map.cellMs
  for (let column = 0, cell = 0; column < columns; column++) {
    for (let row = 0; row < rows; row++, cell++) {
      const fromMs = map.fromMs + column * perColumn * columnMs + row * map.cellMs
      const toMs = fromMs + (perColumn - 1) * columnMs + map.cellMs
      if (toMs < first || fromMs > last) continue
      image.data[((rows - 1 - row) * columns + column) * 4 + 3] = 255 * getShadeLevel(cells[cell]!, most)
    }
  }
  context.putImageData(image, 0, 0)
  // The pixels have a depth; now they get their colour.
  context.globalCompositeOperation = 'source-in'
  context.fillStyle = colour
  context.fillRect(0, 0, columns, rows)
  return canvas
}

/** How dark a cell is: recorded but empty differs visibly from not recorded, and one sample from none. */
function getShadeLevel(weight: number, most: number): number {
  return weight > 0 && most > 0 ? lightestShade + (1 - lightestShade) * (weight / most) ** 0.8 : emptyShade
}

/**
 * In the lane of its kind, where it is never narrower than it can be seen; and over the heat map, at its place in the
 * second.
 */
function paintMarks(context: CanvasRenderingContext2D, { map, layout, theme, marks }: TimeScene): void {
  const whole = getHeatMapEnd(map) - map.fromMs
  for (const lane of layout.lanes) {
    context.fillStyle = theme.marks[lane.kind]
    const pxPerMs = lane.width / whole
    for (const { kind, fromMs, toMs } of marks) {
      if (kind !== lane.kind) continue
      const x = lane.x + (fromMs - map.fromMs) * pxPerMs
      context.fillRect(x, lane.y, Math.max(leastMarkPx, (toMs - fromMs) * pxPerMs), lane.height)
    }
  }
  const { heat } = layout
  if (!heat || heat.width / map.columns < leastMarkedColumnPx) return
  for (const { kind, fromMs, toMs } of marks) {
    for (const area of getRangeAreas(map, heat, [fromMs, toMs])) {
      context.fillStyle = theme.marks[kind]
      context.globalAlpha = 0.4
      context.fillRect(area.x, area.y, area.width - 1, area.height)
      context.globalAlpha = 1
      context.fillRect(area.x, area.y, leastMarkPx, Math.max(1.5, area.height))
    }
  }
}

function dimOutside(context: CanvasRenderingContext2D, scene: TimeScene, [from, to]: TimeRange): void {
  const { map, layout, theme } = scene
  const end = getHeatMapEnd(map)
  const { line, lanes, heat } = layout
  const below = heat?.y ?? layout.heightPx
  const xOf = (ms: number) =>
    line.x + (Math.min(1, Math.max(0, (ms - map.fromMs) / (end - map.fromMs))) || 0) * line.width
  context.fillStyle = theme.background
  context.globalAlpha = 0.7
  context.fillRect(line.x, line.y, xOf(from) - line.x, below)
  context.fillRect(xOf(to), line.y, line.x + line.width - xOf(to), below)
  if (heat)
    for (const outside of [[map.fromMs, from] as const, [to, end] as const])
      for (const area of getRangeAreas(map, heat, outside)) context.fillRect(area.x, area.y, area.width, area.height)
  context.globalAlpha = 1
  context.fillStyle = theme.ink
  const lineEnd = lanes.at(-1) ?? line
  for (const ms of [from, to])
    context.fillRect(Math.min(xOf(ms), layout.widthPx - 1), line.y, 1, lineEnd.y + lineEnd.height)
}
