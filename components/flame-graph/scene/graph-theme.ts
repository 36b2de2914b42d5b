import {
  frameColour,
  searchColour,
  searchTextColour,
  textColour,
  type Theme,
  tierColour,
} from '../../../lib/profile/colour/colour.ts'
import { knownTiers } from '../../../lib/profile/colour/node-tiers.ts'
import { maxSearches } from '../../../lib/profile/search/search.ts'
import { type MarkKind, readMarkColours } from './mark-colours.ts'

/**
 * The face of the labels, as `document.fonts` is asked for it. It decides their widths: measured with a stand-in, they
 * would not fit later.
 */
export const graphFont = '12px "JetBrains Mono Variable"'

/** Colours and font of the canvas: from the palette of the flames and from the page's design tokens. */
export interface GraphTheme {
  readonly mode: Theme
  readonly background: string
  readonly ink: string
  /** The box of all, which has no frame. */
  readonly root: string
  /** Text on a box, readable on each colour of the flames. */
  readonly text: string
  /** Text on a box that a search found. */
  readonly matchText: string
  readonly merged: string
  /** One colour for each search. */
  readonly searches: readonly string[]
  /** In the order of knownTiers. */
  readonly tiers: readonly string[]
  /** Colours of the kinds of mark of a flame chart. */
  readonly marks: Readonly<Record<MarkKind, string>>
  readonly fontFamily: string
}

/**
 * Reads the tokens off an element that wears `bg-canvas text-ink border-line font-mono` and has MarkProbes in it: a
 * canvas cannot use CSS variables.
 */
export function readGraphTheme(element: Element, mode: Theme): GraphTheme {
  const style = getComputedStyle(element)
  return {
    mode,
    background: style.backgroundColor,
    ink: style.color,
    root: style.borderTopColor,
    text: textColour(mode),
    matchText: searchTextColour,
    merged: frameColour('kind', 'unknown', '', mode),
    searches: Array.from({ length: maxSearches }, (_, search) => searchColour(search)),
    tiers: knownTiers.map((tier) => tierColour(tier, mode)),
    marks: readMarkColours(element),
    fontFamily: style.fontFamily,
  }
}
