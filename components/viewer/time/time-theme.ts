import type { MarkKind } from './time-layout.ts'

/** Colours of the picture of time: the page's own, as a canvas cannot use CSS variables. */
export interface TimeTheme {
  readonly background: string
  readonly line: string
  readonly heat: string
  readonly ink: string
  readonly marks: Readonly<Record<MarkKind, string>>
}

/** Tailwind classes that give each kind of mark its colour. */
export const markText: Readonly<Record<MarkKind, string>> = {
  gc: 'text-warn',
  safepoint: 'text-good',
  throttled: 'text-bad',
}

/** Read off elements that wear the tokens: `probes` has an element for each kind of mark, in `data-mark`. */
export function readTimeTheme(probes: Element): TimeTheme {
  const style = getComputedStyle(probes)
  const colourOf = (kind: MarkKind) => {
    const probe = probes.querySelector(`[data-mark="${kind}"]`)
    return probe ? getComputedStyle(probe).color : style.color
  }
  return {
    background: style.backgroundColor,
    line: style.borderTopColor,
    heat: style.color,
    ink: style.outlineColor,
    marks: { gc: colourOf('gc'), safepoint: colourOf('safepoint'), throttled: colourOf('throttled') },
  }
}
