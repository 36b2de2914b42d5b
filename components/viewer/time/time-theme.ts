import { type MarkKind, readMarkColours } from '../../flame-graph/scene/mark-colours.ts'

/** Colours of the time chart: the page's own, as a canvas cannot use CSS variables. */
export interface TimeTheme {
  readonly background: string
  readonly line: string
  readonly heat: string
  readonly ink: string
  readonly marks: Readonly<Record<MarkKind, string>>
}

/** Read off an element that wears the tokens and has MarkProbes in it. */
export function readTimeTheme(probes: Element): TimeTheme {
  const style = getComputedStyle(probes)
  return {
    background: style.backgroundColor,
    line: style.borderTopColor,
    heat: style.color,
    ink: style.outlineColor,
    marks: readMarkColours(probes),
  }
}
