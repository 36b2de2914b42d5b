import type { Mark } from '../../../lib/profile/model/profile.ts'

export type MarkKind = Mark['kind']

export const markKinds: readonly MarkKind[] = ['gc', 'safepoint', 'throttled']

/** Tailwind classes that give each kind of mark its colour. */
export const markText: Readonly<Record<MarkKind, string>> = {
  gc: 'text-warn',
  safepoint: 'text-good',
  throttled: 'text-bad',
}

/**
 * Read off elements that wear these classes: within `probes` is one for each kind, in `data-mark`. A canvas cannot use
 * CSS variables.
 */
export function readMarkColours(probes: Element): Readonly<Record<MarkKind, string>> {
  const colourOf = (kind: MarkKind) => getComputedStyle(probes.querySelector(`[data-mark="${kind}"]`) ?? probes).color
  return { gc: colourOf('gc'), safepoint: colourOf('safepoint'), throttled: colourOf('throttled') }
}
