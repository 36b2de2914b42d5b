/** A first paint as HTML: an SVG without a script, drawn as the viewer's canvas draws, in place of the viewer. */
import {
  boxTextPx,
  charShare,
  minLabelChars,
  minStripeWidthPx,
  minWidthWithGapPx,
  paddingPx,
  stripeAlpha,
  stripePx,
} from '../layout/box-look.ts'
import { colourGroup, kindGroups } from '../colour/colour-group.ts'
import { groupColour, shadedColour, shadeOfName, textColour, type Theme, tierColour } from '../colour/colour.ts'
import { getEventTint } from '../colour/event-tint.ts'
import { rowPx } from '../layout/layout.ts'
import { escapeHtml } from '../names/escape-html.ts'
import { shortName } from '../names/names.ts'
import { knownTiers, tiersPerNode, wholeTierShare } from '../colour/node-tiers.ts'
import { frameKinds } from '../model/profile.ts'
import { listViewFilters, type ViewState } from '../view/view.ts'
import { viewFromQuery } from '../view/view-query.ts'
import { boxLabel } from '../view/visible-text.ts'
import { firstPaintPlaceholder } from './first-paint-placeholder.ts'
import { type FirstPaint, narrowFrames, paintWidth, rootFrame } from './first-paint.ts'

/** CSS pixels of the line between boxes of the first paint. */
const boxGapPx = 1
/** How far a canvas puts the baseline below what it takes for the middle of the text, to the nearest pixel. */
const baselinePx = 3

/**
 * A server cannot know how wide the window is: labels are shortened for each of these, and one set of them is shown.
 */
const widths = [
  { widthPx: 390, className: 'sm:hidden' },
  { widthPx: 1280, className: 'max-sm:hidden' },
] as const

/**
 * The boxes for firstPaintPlaceholder. Empty where the view shows something else than the whole profile: then there is
 * nothing to see before the viewer runs.
 */
export function firstPaintBoxes(paint: FirstPaint | null, query: string, event: string): string {
  const view = viewFromQuery(new URLSearchParams(query))
  if (!paint || !isWholeGraph(view)) return ''
  const tints = { light: getEventTint(event, 'light'), dark: getEventTint(event, 'dark') }
  const tint = tints.light && tints.dark ? both(tints.light, tints.dark) : 'var(--color-canvas)'
  const isFlame = view.orientation === 'flame'
  // Turned round, the box starts out scrolled to its end, which is where the roots are.
  const [turn, edge] = isFlame ? ['flex-col-reverse', 'bottom-0'] : ['flex-col', 'top-0']
  const heightPx = (Math.max(...paint.depth) + 1) * rowPx
  return `<div id="first-paint" aria-hidden="true" inert class="absolute inset-0 flex ${turn} overflow-x-hidden overflow-y-auto font-mono" style="background:${tint}"><div class="relative shrink-0" style="height:${paint.rows * rowPx}px"><svg class="absolute ${edge} left-0" width="100%" height="${heightPx}"><svg width="100%" height="${heightPx}" viewBox="0 0 ${paintWidth} ${heightPx}" preserveAspectRatio="none" shape-rendering="crispEdges">${fillsOf(paint, view, heightPx, tint)}</svg>${widths.map((width) => labelsOf(paint, view, heightPx, width)).join('')}</svg></div></div>`
}

/** Views that show the whole profile, in colours that follow from names. */
function isWholeGraph(view: ViewState): boolean {
  const { tab, colour, sort, zoom, range, row, searches, search, selected } = view
  const isWhole = zoom.length === 0 && range === null && row === null && isPlainStacks(view)
  const isPlain = searches.length === 0 && search === '' && selected.length === 0
  return tab === 'graph' && sort === 'name' && (colour === 'kind' || colour === 'package') && isWhole && isPlain
}

function isPlainStacks(view: ViewState): boolean {
  return view.base === 'folded' && listViewFilters(view).every(({ type }) => type === 'fold-base')
}

/** One path for each colour: a path for each box would make the page some ten times longer. */
function fillsOf(paint: FirstPaint, view: ViewState, heightPx: number, tint: string): string {
  const fills = new Map<string, string>()
  const stripes = knownTiers.map(() => '')
  let gaps = ''
  for (let box = 0; box < paint.x.length; box++) {
    const x = paint.x[box]!
    const width = paint.width[box]!
    const y = topOf(paint, view, heightPx, box)
    const colour = colourOf(paint, view, box)
    fills.set(colour, `${fills.get(colour) ?? ''}M${x} ${y}h${width}v${rowPx - boxGapPx}h-${width}z`)
    if (pxOf(width) > minWidthWithGapPx) gaps += `M${x + width} ${y}v${rowPx - boxGapPx}`
    if (pxOf(width) < minStripeWidthPx) continue
    let share = 0
    for (let tier = 0; tier < stripes.length; tier++) {
      const part = paint.tiers?.[tiersPerNode * box + tier] ?? 0
      const from = x + Math.round((width * share) / wholeTierShare)
      share = Math.min(share + part, wholeTierShare)
      const stripe = x + Math.round((width * share) / wholeTierShare) - from
      if (stripe > 0) stripes[tier] += `M${from} ${y + rowPx - boxGapPx - stripePx}h${stripe}v${stripePx}h-${stripe}z`
    }
  }
  const painted = [...fills, ...stripes.map((path, tier) => [stripeColour(tier), path] as const)]
  const paths = painted.map(([colour, path]) => (path === '' ? '' : `<path style="fill:${colour}" d="${path}"/>`))
  // Half of the line lies beside the box, on the edge of the next one.
  return `${paths.join('')}<path style="stroke:${tint}" stroke-width="${boxGapPx}" vector-effect="non-scaling-stroke" d="${gaps}"/>`
}

function colourOf({ frame, names, kinds }: FirstPaint, { colour }: ViewState, box: number): string {
  const named = frame[box]!
  if (named === rootFrame) return 'var(--color-line)'
  if (named === narrowFrames) return inBothThemes((theme) => groupColour(kindGroups.unknown, theme))
  const mode = colour === 'package' ? colour : 'kind'
  const name = names[named]!
  const group = colourGroup(mode, frameKinds[kinds[named]!]!, name)
  return inBothThemes((theme) => shadedColour(group, shadeOfName(name), theme))
}

function stripeColour(tier: number): string {
  return inBothThemes(
    (theme) => `color-mix(in srgb,${tierColour(knownTiers[tier]!, theme)} ${100 * stripeAlpha[theme]}%,#0000)`,
  )
}

function inBothThemes(colourIn: (theme: Theme) => string): string {
  return both(colourIn('light'), colourIn('dark'))
}

function both(light: string, dark: string): string {
  return `light-dark(${light},${dark})`
}

/** An SVG in an SVG ends at its edges, so a name that is longer than its box is cut off there. */
function labelsOf(
  paint: FirstPaint,
  view: ViewState,
  heightPx: number,
  { widthPx, className }: (typeof widths)[number],
) {
  // Above the stripe of tiers, where there is one.
  const baseline = (rowPx - (paint.tiers ? 2 : 0)) / 2 + baselinePx
  let labels = ''
  for (let box = 0; box < paint.x.length; box++) {
    const frame = paint.frame[box]!
    const chars = Math.floor((pxOf(paint.width[box]!, widthPx) - 2 * paddingPx) / (boxTextPx * charShare))
    if (frame === narrowFrames || chars < minLabelChars) continue
    const isRoot = frame === rootFrame
    const text = isRoot ? 'all' : shortName(boxLabel(paint.names[frame]!, view.names), chars)
    const position = `x="${percent(paint.x[box]!)}" y="${topOf(paint, view, heightPx, box)}" width="${percent(paint.width[box]!)}"`
    const colour = isRoot ? ' style="fill:var(--color-ink)"' : ''
    labels += `<svg ${position} height="${rowPx}"><text x="${paddingPx}" y="${baseline}"${colour}>${escapeHtml(text)}</text></svg>`
  }
  const ink = inBothThemes(textColour)
  return `<g class="${className}" style="fill:${ink}" font-size="${boxTextPx}" text-rendering="optimizeSpeed">${labels}</g>`
}

function topOf({ depth }: FirstPaint, { orientation }: ViewState, heightPx: number, box: number): number {
  return orientation === 'flame' ? heightPx - (depth[box]! + 1) * rowPx : depth[box]! * rowPx
}

function pxOf(width: number, widthPx: number = widths.at(-1)!.widthPx): number {
  return (width / paintWidth) * widthPx
}

function percent(width: number): string {
  return `${width / (paintWidth / 100)}%`
}

/** What firstPaintPlaceholder gives in a file, below bars as high as the page's will be. */
export function firstPaintPage(boxes: string): string {
  return `<div class="h-11 border-b border-line"></div>
<main class="flex h-[calc(100dvh-var(--header-height))] min-h-96 flex-col"><div class="h-[37px] shrink-0 border-b border-line max-sm:h-[121px]"></div>
${firstPaintPlaceholder(boxes)}</main>`
}
