/** A flame graph as one SVG file that works by itself, drawn and operated like flamegraph.pl's. */
import { buildCallTree, type CallTree } from '../../profile/tree/call-tree.ts'
import { frameColour } from '../../profile/colour/colour.ts'
import { escapeHtml } from '../../profile/names/escape-html.ts'
import { layoutStarts } from '../../profile/layout/layout.ts'
import { kindOfFrame, nameOfFrame, type Profile } from '../../profile/model/profile.ts'
import { classicSvgScript } from './classic-svg-script.ts'
import { formatFoldedWeight } from '../folded/write-folded.ts'

export interface ClassicSvgOptions {
  readonly title?: string
  readonly subtitle?: string
  readonly widthPx?: number
  /** Root above: an icicle. */
  readonly isInverted?: boolean
  /** Narrower boxes are left out; the drawing says how many and how much. */
  readonly minWidthPx?: number
}

// flamegraph.pl's measures, in CSS pixels.
const padding = 10
/** The height of a row of boxes in the SVG like flamegraph.pl's, in CSS pixels. */
const rowHeight = 16
/** The space below the boxes in the SVG like flamegraph.pl's, in CSS pixels. */
const bottom = 34
/** The size of text in the SVG like flamegraph.pl's, in CSS pixels. */
const fontSize = 12
/** The width of a character in that SVG, in CSS pixels; its script has the same. */
const svgCharPx = 7.25
/** The shortest label in that SVG, in characters: a box in which fewer fit has none. */
const minSvgLabelChars = 3

/** In pieces, so that a large drawing never is one string. */
export function* writeClassicSvg(
  profile: Profile,
  {
    title = 'Flame Graph',
    subtitle = '',
    widthPx = 1200,
    isInverted = false,
    minWidthPx = 0.1,
  }: ClassicSvgOptions = {},
): Generator<string> {
  const tree = buildCallTree(profile)
  const starts = layoutStarts(tree)
  const total = tree.total[0] ?? 0
  const pixelsPerWeight = total > 0 ? (widthPx - 2 * padding) / total : 0
  const visible = pruneNarrow(tree, minWidthPx / pixelsPerWeight)
  const top = subtitle === '' ? 36 : 56
  const heightPx = top + (visible.maxDepth + 1) * rowHeight + bottom

  yield writeHeader({ title, subtitle, widthPx, heightPx, note: formatPruningNote(visible, total, minWidthPx) })
  if (total > 0) {
    for (const node of visible.nodes) {
      const x = padding + starts[node]! * pixelsPerWeight
      const width = tree.total[node]! * pixelsPerWeight
      const depth = tree.depth[node]!
      const y = isInverted ? top + depth * rowHeight : heightPx - bottom - (depth + 1) * rowHeight + 1
      yield writeBox(profile, tree, node, { start: starts[node]!, x, y, width })
    }
  }
  yield '</g>\n</svg>\n'
}

/** In depth-first order; all in a narrow subtree is narrow, so it is passed over whole. */
function pruneNarrow({ total, end, depth }: CallTree, minWeight: number) {
  const nodes: number[] = []
  let maxDepth = 0
  let prunedNodes = 0
  let prunedWeight = 0
  for (let node = 0; node < total.length;) {
    if (total[node]! >= minWeight || node === 0) {
      nodes.push(node)
      maxDepth = Math.max(maxDepth, depth[node]!)
      node++
    } else {
      prunedNodes += end[node]! - node
      prunedWeight += total[node]!
      node = end[node]!
    }
  }
  return { nodes, maxDepth, prunedNodes, prunedWeight }
}

function formatPruningNote(
  { prunedNodes, prunedWeight }: { prunedNodes: number; prunedWeight: number },
  total: number,
  minWidthPx: number,
): string {
  if (total === 0) return 'Nothing was recorded.'
  if (prunedNodes === 0) return ''
  const share = ((100 * prunedWeight) / total).toFixed(2)
  return `${withCommas(prunedNodes)} boxes under ${minWidthPx} px are not drawn (${share}% of all).`
}

interface BoxPosition {
  readonly start: number
  readonly x: number
  readonly y: number
  readonly width: number
}

function writeBox(profile: Profile, tree: CallTree, node: number, { start, x, y, width }: BoxPosition): string {
  const frame = tree.frame[node]!
  const name = frame === -1 ? 'all' : displayable(nameOfFrame(profile, frame))
  const kind = frame === -1 ? 'thread' : kindOfFrame(profile, frame)
  const weight = tree.total[node]!
  const percent = node === 0 ? '100' : ((100 * weight) / tree.total[0]!).toFixed(2)
  const info = `${name} (${withCommas(weight)} ${profile.unit === 'nanoseconds' ? 'ns' : profile.unit}, ${percent}%)`
  const fill = frameColour('kind', kind, name, 'light')
  const fits = Math.floor((width - 6) / svgCharPx)
  const label = fits < minSvgLabelChars ? '' : name.length <= fits ? name : `${name.slice(0, fits - 2)}..`
  const data = `data-s="${formatFoldedWeight(start)}" data-v="${formatFoldedWeight(weight)}" data-d="${tree.depth[node]!}"`
  const rect = `x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${rowHeight - 1}" fill="${fill}"`
  return `<g ${data}><title>${escapeHtml(info)}</title><rect ${rect} rx="2"/><text x="${(x + 3).toFixed(1)}" y="${y + 11}">${escapeHtml(label)}</text></g>\n`
}

interface SvgHeader {
  readonly title: string
  readonly subtitle: string
  readonly widthPx: number
  readonly heightPx: number
  readonly note: string
}

function writeHeader({ title, subtitle, widthPx, heightPx, note }: SvgHeader): string {
  const footer = heightPx - bottom / 2
  const right = widthPx - padding
  const subtitleLine =
    subtitle === ''
      ? ''
      : `<text x="${widthPx / 2}" y="44" text-anchor="middle" fill="rgb(110,110,110)">${escapeHtml(displayable(subtitle))}</text>\n`
  return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<svg version="1.1" width="${widthPx}" height="${heightPx}" viewBox="0 0 ${widthPx} ${heightPx}" xmlns="http://www.w3.org/2000/svg">
<defs><linearGradient id="background" y1="0" y2="1" x1="0" x2="0"><stop stop-color="#eeeeee" offset="5%"/><stop stop-color="#eeeeb0" offset="95%"/></linearGradient></defs>
<style>
text { font-family: monospace; font-size: ${fontSize}px; fill: #000; }
#frames > g { cursor: pointer; }
#frames > g:hover > rect { stroke: #000; stroke-width: 0.5; }
#frames text { pointer-events: none; }
#unzoom, #search, #ignorecase { cursor: pointer; }
#unzoom { opacity: 0; }
#ignorecase { opacity: 0.3; }
</style>
<rect width="100%" height="100%" fill="url(#background)"/>
<text x="${widthPx / 2}" y="24" text-anchor="middle" style="font-size:17px">${escapeHtml(displayable(title))}</text>
${subtitleLine}<text id="unzoom" x="${padding}" y="24">Reset Zoom</text>
<text id="search" x="${right - 30}" y="24" text-anchor="end">Search</text>
<text id="ignorecase" x="${right}" y="24" text-anchor="end">ic</text>
<text id="details" x="${padding}" y="${footer}">${escapeHtml(note)}</text>
<text id="matched" x="${right}" y="${footer}" text-anchor="end"></text>
<script><![CDATA[
addEventListener('load', function () {
${classicSvgScript}
})
]]></script>
<g id="frames">
`
}

function withCommas(weight: number): string {
  return formatFoldedWeight(Math.round(weight)).replace(/\B(?=(\d{3})+$)/g, ',')
}

/**
 * Gives a name without characters that XML forbids or that make a reader see another name: controls and reordering.
 */
function displayable(name: string): string {
  return (
    name
      .toWellFormed()
      // eslint-disable-next-line no-control-regex -- control characters are what is looked for
      .replace(/[\0-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/g, '')
  )
}
