import { frameColour, matchColour, textColour } from '../../lib/profile/colour.ts'

/** Colours and font of the canvas: from the palette of the flames and from the page's design tokens. */
export interface GraphTheme {
  readonly background: string
  readonly ink: string
  /** The box of node 0, which is all. */
  readonly root: string
  readonly text: string
  readonly merged: string
  readonly match: string
  readonly font: string
}

const fontPx = 11.5

/** Reads the tokens off an element that wears `bg-canvas text-ink border-line font-mono`: a canvas cannot use CSS variables. */
export function readGraphTheme(element: Element, theme: 'light' | 'dark'): GraphTheme {
  const style = getComputedStyle(element)
  return {
    background: style.backgroundColor,
    ink: style.color,
    root: style.borderTopColor,
    text: textColour(theme),
    merged: frameColour('kind', 'unknown', '', theme),
    match: matchColour(theme),
    font: `${fontPx}px ${style.fontFamily}`,
  }
}
