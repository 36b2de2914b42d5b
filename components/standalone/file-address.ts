import type { ViewAddress } from '../viewer/view/view-store.ts'

/**
 * Keeps the view in the fragment: of the address of a file on a disk a page may change nothing else in every browser.
 */
export const fileAddress: ViewAddress = {
  read: () => location.hash.slice(1),
  withQuery: (query) => `#${query}`,
}

/** Puts the view that was exported into the address, unless the address has one already. */
export function startWith(query: string): void {
  if (location.hash === '' && query !== '') location.replace(`#${query}`)
}
