/** How boxes are drawn, the same on the canvas and in the first paint. Units: CSS pixels, where not said otherwise. */
import type { Theme } from '../colour/palettes.ts'

/** Narrower boxes beside each other become one merged box, on the canvas and in the minimap. */
export const minBoxPx = 1
/** Narrower boxes get no line between them, or nothing of them would be left. */
export const minWidthWithGapPx = 3
/** The stripe of tiers along the bottom of a Java box. */
export const stripePx = 3
/** Narrower boxes get no stripe of tiers: its parts would be too narrow to read. */
export const minStripeWidthPx = 10
/** Light on dark draws more attention than dark on light, and a stripe on every box would outshine the names. */
export const stripeAlpha: Readonly<Record<Theme, number>> = { light: 1, dark: 0.7 }
/**
 * The opacity (0 to 1) of faded boxes: the part of their colour that is kept by callers above the zoomed box
 * (`ancestor`) and by boxes of frames that do not match a search (`unmatched`). On dark less of it would be black.
 */
export const fadedAlpha: Readonly<Record<Theme, { readonly ancestor: number; readonly unmatched: number }>> = {
  light: { ancestor: 0.5, unmatched: 0.45 },
  dark: { ancestor: 0.7, unmatched: 0.65 },
}
/** How opaque names on faded boxes are. */
export const fadedTextAlpha = 0.8
/** The font size of labels in boxes: in the graph, exports of a view and the first paint. */
export const boxTextPx = 11.5
/** Width of a character as a share of the font's size: of JetBrains Mono, and of most faces that stand in for it. */
export const charShare = 0.6
/** Between the edge of a box and its label. */
export const paddingPx = 4
/** In characters: under this a shortened name says nothing, and a box has no label. */
export const minLabelChars = 3
