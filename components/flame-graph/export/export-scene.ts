import { shortName } from '../../../lib/profile/names/names.ts'
import { cutText } from '../../../lib/profile/names/cut-text.ts'
import { createLabelFitter } from '../paint/label-fitter.ts'
import { paintScene } from '../paint/paint.ts'
import { noteText, titleText, type DrawTarget } from '../paint/draw-target.ts'
import { getNodeRange, findRowToShow } from '../geometry/node-ranges.ts'
import { rowPx } from '../geometry/rows.ts'
import { countPaintedRows } from '../scene/painted-rows.ts'
import type { Scene } from '../scene/scene.ts'

/** CSS pixels of an exported image: the space around the graph, its header, a row of the legend, a colour in it. */
const marginPx = 12
const headerPx = 48
const legendRowPx = 20
const swatchPx = 10
/** CSS pixels between a colour of the legend and its text, and behind the text. */
const swatchGapPx = 6
const entryGapPx = 18
/** CSS pixels from the top of an exported image to the middle of its title, and of its subtitle. */
const titleY = 17
const subtitleY = 35
/** Characters of the title are wider than those of the subtitle: so much of the number of those fits. */
const titleCharsShare = 0.8

/** Parts of an export besides the scene. */
export interface ExportOptions {
  readonly widthPx: number
  /**
   * Height of the graph without the lines around it; null for all rows in which something is drawn, from the root on.
   */
  readonly heightPx: number | null
  readonly title: string
  readonly subtitle: string
  /** Meanings of the colours; `colour` is css. */
  readonly legend: readonly { readonly colour: string; readonly text: string }[]
  /** Tooltip of a box, where the format has any. */
  readonly titleOf?: (node: number) => string
}

export interface ExportImage {
  readonly widthPx: number
  readonly heightPx: number
  draw(target: DrawTarget): void
}

/**
 * A view to take away: its title, the graph as the scene shows it, and the legend. `measure` gives a text's width in
 * the font of the draw target.
 */
export function createExportImage(
  scene: Scene,
  { widthPx, heightPx, title, subtitle, legend }: ExportOptions,
  measure: (text: string) => number,
  ratio: number,
): ExportImage {
  const { tree, theme, zoomNode, orientation } = scene
  const graphWidthPx = widthPx - 2 * marginPx
  const range = scene.range ?? getNodeRange(scene, zoomNode)
  const paintedPx = countPaintedRows(scene, { range, node: zoomNode, widthPx: graphWidthPx }) * rowPx
  const graphHeightPx = heightPx ?? paintedPx
  const mostPx = Math.max(0, paintedPx - graphHeightPx)
  const row = heightPx === null ? 0 : (scene.row ?? findRowToShow(tree, zoomNode, graphHeightPx))
  const rows = layOutLegend(legend, graphWidthPx, measure)
  const wholeHeightPx = headerPx + graphHeightPx + (rows.length > 0 ? rows.length * legendRowPx + marginPx : marginPx)
  const charPx = measure('0')
  const cut = (text: string, charsShare = 1) => cutText(text, Math.floor((graphWidthPx / charPx) * charsShare))

  return {
    widthPx,
    heightPx: wholeHeightPx,
    draw(target) {
      target.fillRect(0, 0, widthPx, wholeHeightPx, theme.background, 1, -1)
      target.fillText(cut(title, titleCharsShare), marginPx, titleY, titleText, theme.ink, 1)
      target.fillText(cut(subtitle), marginPx, subtitleY, noteText, theme.ink, 0.75)
      target.clipTo(marginPx, headerPx, graphWidthPx, graphHeightPx, () => {
        const exportViewport = {
          range,
          node: zoomNode,
          widthPx: graphWidthPx,
          heightPx: graphHeightPx,
          ratio,
          orientation,
          scrollPx: Math.min(row * rowPx, mostPx),
        }
        paintScene(target, scene, exportViewport, createLabelFitter(measure, scene.labelOf, shortName), -1)
      })
      for (const [index, entries] of rows.entries()) {
        const y = headerPx + graphHeightPx + marginPx + index * legendRowPx + legendRowPx / 2
        for (const { x, colour, text } of entries) {
          target.fillRect(x, y - swatchPx / 2, swatchPx, swatchPx, colour, 1, -1)
          target.fillText(text, x + swatchPx + swatchGapPx, y, noteText, theme.ink, 1)
        }
      }
    },
  }
}

function layOutLegend(legend: ExportOptions['legend'], widthPx: number, measure: (text: string) => number) {
  const rows: { x: number; colour: string; text: string }[][] = []
  let x = Infinity // beyond any width, so that the first entry begins a row
  for (const { colour, text } of legend) {
    const entryPx = swatchPx + swatchGapPx + measure(text) + entryGapPx
    if (x + entryPx > widthPx + marginPx) {
      rows.push([])
      x = marginPx
    }
    rows.at(-1)!.push({ x, colour, text })
    x += entryPx
  }
  return rows
}
