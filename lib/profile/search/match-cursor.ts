import { findFirstAbove } from '../model/sorted-columns.ts'

/** No further match: it is behind every node. */
const none = 2 ** 31 - 1

export type MatchCursor = ReturnType<typeof createMatchCursor>

/**
 * Answers which searches found something in a range of nodes; quick when the ranges asked for move rightwards.
 * `bySearch` are the sorted nodes that each search found.
 */
export function createMatchCursor(bySearch: readonly Int32Array[]) {
  // The first match of each search at or after the last node asked for, and the index of that match in the column.
  const indexes = new Int32Array(bySearch.length)
  const next = new Int32Array(bySearch.length)
  let last = none // so the first question fills the columns
  return {
    /** Bit i is set when search i found a node in [node, end). */
    searchesIn(node: number, end: number): number {
      if (node < last) {
        indexes.fill(0)
        bySearch.forEach((matches, search) => (next[search] = matches[0] ?? none))
      }
      last = node
      let searches = 0
      for (let search = 0; search < next.length; search++) {
        if (next[search]! < node) {
          const matches = bySearch[search]!
          const index = findFirstAbove(matches, node - 1, indexes[search])
          indexes[search] = index
          next[search] = index < matches.length ? matches[index]! : none
        }
        if (next[search]! < end) searches |= 1 << search
      }
      return searches
    },
  }
}
