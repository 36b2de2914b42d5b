import { boxFlags, type Boxes } from '../../lib/profile/boxes.ts'
import { type GraphTheme } from './graph-theme.ts'
import { type LabelFitter } from './label-fitter.ts'
import { rowPx } from './row-scroll.ts'

/** Everything one paint needs, already in pixels. */
export interface Picture {
  readonly widthPx: number
  readonly heightPx: number
  readonly boxes: Boxes
  /** Frame of each node, -1 for all. */
  readonly frame: Int32Array
  readonly colourOf: (frame: number) => string
  readonly labels: LabelFitter
  readonly topOf: (row: number) => number
  readonly isSearching: boolean
  readonly outlines: readonly Outline[]
  readonly theme: GraphTheme
}

/** A line around a place that stands out, also where its box is too small to be painted. */
export interface Outline {
  readonly x0: number
  readonly x1: number
  readonly row: number
  readonly linePx: number
}

const paddingPx = 4
/** Narrower boxes get no line between them, or nothing of them would be left. */
const minWidthWithGapPx = 3
/** A match is never narrower than this, however small its share. */
const minMatchPx = 2

/** Paints a flame graph on a context whose unit is a CSS pixel. The work follows the pixels, not the profile. */
export function paint(context: CanvasRenderingContext2D, picture: Picture): void {
  context.globalAlpha = 1
  context.fillStyle = picture.theme.background
  context.fillRect(0, 0, picture.widthPx, picture.heightPx)
  paintFills(context, picture)
  paintLabels(context, picture)
  context.globalAlpha = 1
  for (const outline of picture.outlines) paintOutline(context, picture, outline)
}

function paintFills(
  context: CanvasRenderingContext2D,
  { boxes, frame, colourOf, topOf, isSearching, theme }: Picture,
): void {
  let fill = ''
  let alpha = 1
  for (let box = 0; box < boxes.length; box++) {
    const flags = boxes.flags[box]!
    const isMatch = (flags & boxFlags.matched) !== 0
    const frameIndex = frame[boxes.node[box]!]!
    const isMerged = (flags & boxFlags.merged) !== 0
    const boxFill = isMatch ? theme.match : isMerged ? theme.merged : frameIndex < 0 ? theme.root : colourOf(frameIndex)
    const boxAlpha = (flags & boxFlags.ancestor ? 0.5 : 1) * (isSearching && !isMatch ? 0.45 : 1)
    // Setting a fill style parses it each time, even an equal one.
    if (boxFill !== fill) context.fillStyle = fill = boxFill
    if (boxAlpha !== alpha) context.globalAlpha = alpha = boxAlpha
    const left = Math.round(boxes.x0[box]!)
    const widthPx = Math.round(boxes.x1[box]!) - left
    const paintedPx = widthPx > minWidthWithGapPx ? widthPx - 1 : Math.max(widthPx, isMatch ? minMatchPx : 1)
    context.fillRect(left, topOf(boxes.row[box]!), paintedPx, rowPx - 1)
  }
}

function paintLabels(
  context: CanvasRenderingContext2D,
  { boxes, frame, labels, topOf, isSearching, theme }: Picture,
): void {
  context.textBaseline = 'middle'
  context.font = theme.font
  context.textRendering = 'optimizeSpeed' // no ligatures: `</` and `::` stay two characters wide
  for (let box = 0; box < boxes.length; box++) {
    const flags = boxes.flags[box]!
    if (flags & boxFlags.merged) continue
    const frameIndex = frame[boxes.node[box]!]!
    // x0 and x1 end at the edges of the canvas, so a name stands in the part of its box that can be seen.
    const left = boxes.x0[box]! + paddingPx
    const text = labels.fit(frameIndex, boxes.x1[box]! - paddingPx - left)
    if (text === '') continue
    const isMatch = (flags & boxFlags.matched) !== 0
    context.globalAlpha = (flags & boxFlags.ancestor || isSearching) && !isMatch ? 0.8 : 1
    context.fillStyle = isMatch ? theme.text : frameIndex < 0 || context.globalAlpha < 1 ? theme.ink : theme.text
    context.fillText(text, left, topOf(boxes.row[box]!) + rowPx / 2)
  }
}

function paintOutline(context: CanvasRenderingContext2D, { topOf, widthPx, theme }: Picture, outline: Outline): void {
  const { x0, x1, row, linePx } = outline
  if (x1 < 0 || x0 > widthPx) return
  const left = Math.round(Math.max(x0, 0))
  const right = Math.max(Math.round(Math.min(x1, widthPx)) - 1, left + 2 * linePx + 1)
  const inset = linePx / 2
  context.strokeStyle = theme.ink
  context.lineWidth = linePx
  context.strokeRect(left + inset, topOf(row) + inset, right - left - linePx, rowPx - 1 - linePx)
}
