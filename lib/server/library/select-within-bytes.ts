/** Limits of bytes that never leave too little to answer with. */

interface Limits {
  /** As many of the beginning are selected at any size: without them there is no answer. */
  readonly least: number
  readonly most: number
  /** Of all that is selected, together. */
  readonly mostBytes: number
}

/** Selects of the first `most` items those that are within the bytes; a larger item leaves them to those after it. */
export function selectWithinBytes<Item extends { readonly bytes: number }>(
  items: readonly Item[],
  { least, most, mostBytes }: Limits,
): Item[] {
  let bytes = 0
  return items.slice(0, most).filter((item, index) => {
    if (index >= least && bytes + item.bytes > mostBytes) return false
    bytes += item.bytes
    return true
  })
}
