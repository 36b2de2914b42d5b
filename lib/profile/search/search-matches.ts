import type { FoldedBase } from '../filters/fold-base.ts'
import type { CallTree } from '../tree/call-tree.ts'
import { doubled } from '../model/pair-table.ts'
import { findFirstAbove } from '../model/sorted-columns.ts'

/** Count of the masks that a frame may have: the bits of a byte, one for each search. */
export const searchMasks = 2 ** 8

/** Matches of several searches in one tree; each column sorted, so it is in drawing order. */
export interface SearchMatches {
  /** Nodes that one search or more found. */
  readonly any: Int32Array<ArrayBuffer>
  /** The nodes that each search found. */
  readonly bySearch: readonly Int32Array<ArrayBuffer>[]
}

/**
 * The nodes that each of `count` searches found. Bit i of a frame's mask says that search i finds its name.
 *
 *     masks of a, b = 1, 3      tree all, a, b, a      any [1, 2, 3]   bySearch [[1, 2, 3], [2]]
 */
export function matchSearches({ frame, length }: CallTree, frameMasks: Uint8Array, count: number): SearchMatches {
  const found = createMaskedNodes()
  /** How many nodes have each mask. */
  const ofMask = new Int32Array(searchMasks)
  // The root has a frame where the tree is that of one function.
  for (let node = frame[0]! < 0 ? 1 : 0; node < length; node++) {
    const mask = frameMasks[frame[node]!]!
    if (mask === 0) continue
    found.add(node, mask)
    ofMask[mask] = ofMask[mask]! + 1
  }
  const { nodes: any, masks } = found.all()
  return { any, bySearch: Array.from({ length: count }, (_, search) => getMaskedNodes(1 << search)) }

  function getMaskedNodes(bit: number): Int32Array<ArrayBuffer> {
    const size = ofMask.reduce((sum, nodes, mask) => ((mask & bit) === 0 ? sum : sum + nodes), 0)
    if (size === any.length) return any
    const nodes = new Int32Array(size)
    let filled = 0
    for (let index = 0; filled < size; index++) if ((masks[index]! & bit) !== 0) nodes[filled++] = any[index]!
    return nodes
  }
}

/** Columns of nodes and their masks that grow as they are filled: mostly there are few. */
function createMaskedNodes() {
  let nodes = new Int32Array(1024)
  let masks = new Uint8Array(1024)
  let length = 0
  return {
    add(node: number, mask: number): void {
      if (length === nodes.length) {
        nodes = doubled(nodes)
        masks = doubled(masks)
      }
      nodes[length] = node
      masks[length] = mask
      length++
    },
    all: () => ({ nodes: nodes.slice(0, length), masks: masks.subarray(0, length) }),
  }
}

/** The masks of one search: 1 for each frame that it finds becomes bit `search`. */
export function addSearch(frameMasks: Uint8Array, frameMatches: Uint8Array, search: number): void {
  for (let frame = 0; frame < frameMatches.length; frame++) {
    if (frameMatches[frame] === 1) frameMasks[frame] = frameMasks[frame]! | (1 << search)
  }
}

/** The box of a folded base matches where one of the frames does that it replaces. */
export function addSearchesInBase(frameMasks: Uint8Array, { box, chains }: FoldedBase): void {
  for (const chain of chains) for (const frame of chain) frameMasks[box] = frameMasks[box]! | frameMasks[frame]!
}

/** Where the matches inside a subtree stand in a sorted column of matches: [first, end). */
export function findMatchesWithin(
  { end }: CallTree,
  matches: Int32Array,
  node: number,
): { readonly first: number; readonly end: number } {
  const first = findFirstAbove(matches, node - 1)
  return { first, end: findFirstAbove(matches, end[node]! - 1, first) }
}

/**
 * The match after (1) or before (-1) the match `node`, in drawing order, round and round inside the zoomed subtree; the
 * heaviest one where `node` is no match there; -1 without any. `matches` come from matchSearches, so those that merged
 * boxes hide are found too.
 */
export function findNextMatch(
  tree: CallTree,
  matches: Int32Array,
  node: number,
  step: 1 | -1,
  zoomNode: number,
): number {
  const { first, end } = findMatchesWithin(tree, matches, zoomNode)
  const index = findFirstAbove(matches, node - 1)
  if (index < first || index >= end || matches[index] !== node) return findHeaviestMatch(tree, matches, zoomNode)
  const next = index + step
  return matches[next < first ? end - 1 : next >= end ? first : next]!
}

/** The heaviest match in the zoomed subtree, the first of equals; -1 without any. */
export function findHeaviestMatch(tree: CallTree, matches: Int32Array, zoomNode: number): number {
  const { first, end } = findMatchesWithin(tree, matches, zoomNode)
  let heaviest = -1
  for (let index = first; index < end; index++) {
    const match = matches[index]!
    if (heaviest < 0 || tree.total[match]! > tree.total[heaviest]!) heaviest = match
  }
  return heaviest
}
