import { shortName } from '../../../lib/profile/names/names.ts'
import { createLabelFitter } from '../paint/label-fitter.ts'
import { paint } from '../paint/paint.ts'
import { noteText, titleText, type Pen } from '../paint/draw-target.ts'
import { deepestRow, rangeOfNode, rowToShow } from '../geometry/node-ranges.ts'
import { rowPx } from '../geometry/rows.ts'
import type { Scene } from '../scene/scene.ts'

/** What a picture of a scene shows besides the scene. */
export interface PictureOptions {
  readonly widthPx: number
  /** Of the graph, without the lines around it; null for as many rows as the zoomed frame's subtree has, from the root on. */
  readonly heightPx: number | null
  readonly title: string
  readonly subtitle: string
  /** What the colours mean; `colour` is css. */
  readonly legend: readonly { readonly colour: string; readonly text: string }[]
  /** Tooltip of a box, where the format has any. */
  readonly titleOf?: (node: number) => string
}

export interface ExportedPicture {
  readonly widthPx: number
  readonly heightPx: number
  draw(pen: Pen): void
}

const marginPx = 12
const headPx = 48
const legendRowPx = 20
const swatchPx = 10

/** A view to take away: its title, the graph as the scene shows it, and the legend. `measure` gives a text's width in the pen's font. */
export function exportedPicture(
  scene: Scene,
  { widthPx, heightPx, title, subtitle, legend }: PictureOptions,
  measure: (text: string) => number,
  ratio: number,
): ExportedPicture {
  const { tree, theme, zoomNode, orientation } = scene
  const graphWidthPx = widthPx - 2 * marginPx
  const graphHeightPx = heightPx ?? (deepestRow(tree, zoomNode) + 1) * rowPx
  const mostPx = Math.max(0, (tree.maxDepth + 1) * rowPx - graphHeightPx)
  const row = heightPx === null ? 0 : (scene.row ?? rowToShow(tree, zoomNode, graphHeightPx))
  const rows = legendRows(legend, graphWidthPx, measure)
  const wholeHeightPx = headPx + graphHeightPx + (rows.length > 0 ? rows.length * legendRowPx + marginPx : marginPx)
  const charPx = measure('0')
  const cut = (text: string) => shortText(text, Math.floor(graphWidthPx / charPx))

  return {
    widthPx,
    heightPx: wholeHeightPx,
    draw(pen) {
      pen.fill(0, 0, widthPx, wholeHeightPx, theme.background, 1, -1)
      pen.write(shortText(title, Math.floor((graphWidthPx / charPx) * 0.8)), marginPx, 17, titleText, theme.ink, 1)
      pen.write(cut(subtitle), marginPx, 35, noteText, theme.ink, 0.75)
      pen.inside(marginPx, headPx, graphWidthPx, graphHeightPx, () => {
        const sight = {
          range: scene.range ?? rangeOfNode(scene, zoomNode),
          node: zoomNode,
          widthPx: graphWidthPx,
          heightPx: graphHeightPx,
          ratio,
          orientation,
          scrollPx: Math.min(row * rowPx, mostPx),
        }
        paint(pen, scene, sight, createLabelFitter(measure, scene.labelOf, shortName), -1)
      })
      for (const [index, entries] of rows.entries()) {
        const y = headPx + graphHeightPx + marginPx + index * legendRowPx + legendRowPx / 2
        for (const { x, colour, text } of entries) {
          pen.fill(x, y - swatchPx / 2, swatchPx, swatchPx, colour, 1, -1)
          pen.write(text, x + swatchPx + 6, y, noteText, theme.ink, 1)
        }
      }
    },
  }
}

/** The legend's entries, broken into lines. */
function legendRows(legend: PictureOptions['legend'], widthPx: number, measure: (text: string) => number) {
  const rows: { x: number; colour: string; text: string }[][] = []
  let x = Infinity
  for (const { colour, text } of legend) {
    const entryPx = swatchPx + 6 + measure(text) + 18
    if (x + entryPx > widthPx + marginPx) {
      rows.push([])
      x = marginPx
    }
    rows.at(-1)!.push({ x, colour, text })
    x += entryPx
  }
  return rows
}

function shortText(text: string, chars: number): string {
  return text.length <= chars ? text : `${text.slice(0, Math.max(0, chars - 1))}…`
}
