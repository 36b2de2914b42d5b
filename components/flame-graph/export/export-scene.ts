import { shortName } from '../../../lib/profile/names/names.ts'
import { cutText } from '../../../lib/profile/names/cut-text.ts'
import { createLabelFitter } from '../paint/label-fitter.ts'
import { paintScene } from '../paint/paint.ts'
import { noteText, titleText, type DrawTarget } from '../paint/draw-target.ts'
import { getNodeRange, findRowToShow } from '../geometry/node-ranges.ts'
import { rowPx } from '../geometry/rows.ts'
import { countPaintedRows } from '../scene/painted-rows.ts'
import type { Scene } from '../scene/scene.ts'

/**
 * CSS pixels of an exported image: the space around a graph, the header, the label of a graph, a row of its legend, a
 * colour in it.
 */
const marginPx = 12
const headerPx = 48
const labelRowPx = 22
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

/** One graph of an export. */
export interface ExportGraph {
  readonly scene: Scene
  readonly widthPx: number
  /**
   * Height of the graph without the lines around it; null for all rows in which something is drawn, from the root on.
   */
  readonly heightPx: number | null
  /** Tells it from the others; empty for one alone. */
  readonly label?: string
  /** Meanings of the colours, below the graph; `colour` is css. */
  readonly legend: readonly { readonly colour: string; readonly text: string }[]
  /** Tooltip of a box, where the format has any. */
  readonly titleOf?: (node: number) => string
}

/** An image to save: graphs below each other in columns beside each other, at least one. */
export interface ExportOptions {
  readonly title: string
  readonly subtitle: string
  readonly columns: readonly (readonly ExportGraph[])[]
}

export interface ExportImage {
  readonly widthPx: number
  readonly heightPx: number
  readonly theme: Scene['theme']
  /** `targetOf` gives the target of a graph's boxes, for tooltips of its own. */
  draw(target: DrawTarget, targetOf?: (graph: ExportGraph) => DrawTarget): void
}

type Measure = (text: string) => number

/**
 * A view to take away: its title, the graphs as their scenes show them, and their legends. `measure` gives a text's
 * width in the font of the draw target.
 */
export function createExportImage(
  { title, subtitle, columns }: ExportOptions,
  measure: Measure,
  ratio: number,
): ExportImage {
  const { theme } = columns[0]![0]!.scene
  const sections: { x: number; y: number; section: ExportSection }[] = []
  let widthPx = 0
  let heightPx = 0
  for (const column of columns) {
    let y = headerPx
    for (const graph of column) {
      const section = layOutGraph(graph, measure, ratio)
      sections.push({ x: widthPx, y, section })
      y += section.heightPx
    }
    widthPx += Math.max(...column.map((graph) => graph.widthPx))
    heightPx = Math.max(heightPx, y)
  }
  const cut = createCut(widthPx, measure)
  return {
    widthPx,
    heightPx,
    theme,
    draw(target, targetOf = () => target) {
      target.fillRect(0, 0, widthPx, heightPx, theme.background, 1, -1)
      target.fillText(cut(title, titleCharsShare), marginPx, titleY, titleText, theme.ink, 1)
      target.fillText(cut(subtitle), marginPx, subtitleY, noteText, theme.ink, 0.75)
      for (const { x, y, section } of sections) section.draw(targetOf(section.graph), x, y)
    },
  }
}

/** Gives the function that cuts a text to the width between the margins. */
function createCut(widthPx: number, measure: Measure) {
  const chars = (widthPx - 2 * marginPx) / measure('0')
  return (text: string, charsShare = 1) => cutText(text, Math.floor(chars * charsShare))
}

interface ExportSection {
  readonly graph: ExportGraph
  readonly heightPx: number
  draw(target: DrawTarget, left: number, top: number): void
}

/** One graph with its label above and its legend below. */
function layOutGraph(graph: ExportGraph, measure: Measure, ratio: number): ExportSection {
  const { scene, widthPx, heightPx, label = '', legend } = graph
  const { tree, theme, zoomNode, orientation } = scene
  const graphWidthPx = widthPx - 2 * marginPx
  const range = scene.range ?? getNodeRange(scene, zoomNode)
  const paintedPx = countPaintedRows(scene, { range, node: zoomNode, widthPx: graphWidthPx }) * rowPx
  const graphHeightPx = heightPx ?? paintedPx
  const mostPx = Math.max(0, paintedPx - graphHeightPx)
  const row = heightPx === null ? 0 : (scene.row ?? findRowToShow(tree, zoomNode, graphHeightPx))
  const rows = layOutLegend(legend, graphWidthPx, measure)
  const labelPx = label === '' ? 0 : labelRowPx
  return {
    graph,
    heightPx: labelPx + graphHeightPx + (rows.length > 0 ? rows.length * legendRowPx + marginPx : marginPx),
    draw(target, left, top) {
      if (label !== '') {
        const text = createCut(widthPx, measure)(label)
        target.fillText(text, left + marginPx, top + labelPx / 2, noteText, theme.ink, 1)
      }
      target.clipTo(left + marginPx, top + labelPx, graphWidthPx, graphHeightPx, () => {
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
        const y = top + labelPx + graphHeightPx + marginPx + index * legendRowPx + legendRowPx / 2
        for (const { x, colour, text } of entries) {
          target.fillRect(left + x, y - swatchPx / 2, swatchPx, swatchPx, colour, 1, -1)
          target.fillText(text, left + x + swatchPx + swatchGapPx, y, noteText, theme.ink, 1)
        }
      }
    },
  }
}

function layOutLegend(legend: ExportGraph['legend'], widthPx: number, measure: Measure) {
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
