import { firstPictureId } from './first-picture-id.ts'

/**
 * What stands in the viewer's place until it is there: room for the tools and the details, of the heights that they will have, and between
 * them the picture that an early script draws. As text: React leaves alone what a script did to it, and a file has it before any script.
 * The unseen digit has the browser load the face of the labels with its first layout.
 */
export const firstPictureHtml = `<div aria-hidden="true" class="h-[45px] shrink-0 border-b border-line max-lg:h-[89px]"></div>
<div id="${firstPictureId}" class="group relative min-h-0 flex-1">
<div aria-hidden="true" inert data-part="window" class="absolute inset-0 overflow-x-hidden overflow-y-auto border-line bg-canvas font-mono text-ink"><div data-part="spacer"><canvas data-testid="first-picture" class="sticky top-0 block"></canvas></div></div>
<p role="status" class="absolute inset-0 flex items-center justify-center text-muted group-data-drawn:sr-only">Reading the profile …<span class="invisible absolute font-mono">0</span></p>
</div>
<div aria-hidden="true" class="h-[98px] shrink-0 border-t border-line max-sm:h-[110px]"></div>`

/** The same in a file, below bars as high as the page's will be. */
export const firstPageHtml = `<div class="h-11 border-b border-line"></div>
<main class="flex h-[calc(100dvh-var(--header-height))] min-h-96 flex-col"><div class="h-[53px] shrink-0 border-b border-line max-sm:h-[113px]"></div>
${firstPictureHtml}</main>`
