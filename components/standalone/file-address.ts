import type { ViewAddress } from '../viewer/view/view-store.ts'

/** In the fragment, since a page opened from a disk may change nothing else of its address in every browser. */
export const fileAddress: ViewAddress = {
  read: () => location.hash.slice(1),
  withQuery: (query) => `#${query}`,
}

/** Puts the view that was exported into the address, unless the address has one already. */
export function startWith(query: string): void {
  if (location.hash === '' && query !== '') location.replace(`#${query}`)
}
