const bar = 'h-[37px] shrink-0 border-b border-line'
/** The heights of the parts around a graph, which are not there before the viewer's scripts are. */
export const surroundings = {
  toolbar: bar,
  /** Searches and filters, where a view has some. */
  filters: bar,
  details: 'h-[98px] shrink-0 border-t border-line max-sm:h-[110px] flat:h-7',
} as const

/**
 * Gives the HTML in place of the viewer until it is there: space for the tools and the details, of the heights that
 * they will have, and between them the boxes of firstPaintBoxes. The unseen digit has the browser load the face of the
 * labels with its first layout.
 */
export function firstPaintPlaceholder(boxes: string): string {
  const status = boxes === '' ? 'absolute inset-0 flex items-center justify-center text-muted' : 'sr-only'
  return `<div aria-hidden="true" class="${surroundings.toolbar}"></div>
<div class="relative shrink-0 grow basis-50">${boxes}<p role="status" class="${status}">Reading the profile …<span class="invisible absolute font-mono">0</span></p></div>
<div aria-hidden="true" class="${surroundings.details}"></div>`
}
