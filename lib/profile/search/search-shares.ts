import type { CallTree, Weights } from '../tree/call-tree.ts'
import { findMatchesWithin, matchSearches, searchMasks } from './search-matches.ts'

/** How much one search, or all together, found; each sample counts once, also where a match sits below a match. */
export interface SearchShare {
  /** Matching nodes in the view. */
  readonly nodes: number
  /** Found nodes above the zoomed node: they are drawn, but are no part of the view. */
  readonly callers: number
  /** Nodes that are found in the whole tree. */
  readonly nodesOfAll: number
  /** Weight of the matched samples in the view, as a share (0 to 1) of the view's weight. */
  readonly ofView: number
  /** Weight of all matched samples, as a share of all. */
  readonly ofAll: number
  /** The part of `ofView` that another search finds too. */
  readonly sharedOfView: number
  /** The part of `ofAll` that another search finds too. */
  readonly sharedOfAll: number
}

export interface SearchShares {
  readonly all: SearchShare
  readonly bySearch: readonly SearchShare[]
  /** Row i, column j: the weight that searches i and j both find, as a share of the view. */
  readonly commonOfView: readonly (readonly number[])[]
}

/**
 * Part of a zoomed node that a gesture left on the screen, in units of the layout: of weight, or in a flame chart of
 * time.
 */
export interface VisibleWeights {
  readonly starts: Weights
  readonly widths: Weights
  readonly from: number
  readonly to: number
}

/**
 * Computes the shares that the searches found of the view (the zoomed node, or its part in `range`), and of everything.
 * A match above the zoomed node does not count in the view.
 *
 * The last argument: nodes that any search found, where they are known; else they are looked for.
 */
export function computeSearchShares(
  tree: CallTree,
  frameMasks: Uint8Array,
  count: number,
  zoomNode: number,
  range?: VisibleWeights,
  { any } = matchSearches(tree, frameMasks, 0),
): SearchShares {
  const viewed = sumByMask(tree, frameMasks, count, any, zoomNode, range)
  const whole = zoomNode === 0 && !range ? viewed : sumByMask(tree, frameMasks, count, any, 0)
  const callers: number[] = []
  for (let node = zoomNode > 0 ? tree.parent[zoomNode]! : 0; node > 0; node = tree.parent[node]!)
    callers.push(frameMasks[tree.frame[node]!]!)
  const viewTotal = range ? range.to - range.from : tree.total[zoomNode]!
  const total = tree.total[0]!
  const ofView = (isCounted: MaskTest) => divideShare(viewed.weight(isCounted), viewTotal)
  const ofAll = (isCounted: MaskTest) => divideShare(whole.weight(isCounted), total)

  function getShare(isCounted: MaskTest): SearchShare {
    const isShared = (mask: number) => isCounted(mask) && hasSeveral(mask)
    return {
      nodes: viewed.nodes(isCounted),
      callers: callers.filter((mask) => mask > 0 && isCounted(mask)).length,
      nodesOfAll: whole.nodes(isCounted),
      ofView: ofView(isCounted),
      ofAll: ofAll(isCounted),
      sharedOfView: ofView(isShared),
      sharedOfAll: ofAll(isShared),
    }
  }
  const bits = Array.from({ length: count }, (_, search) => 1 << search)
  return {
    all: getShare(() => true),
    bySearch: bits.map((bit) => getShare((mask) => (mask & bit) !== 0)),
    commonOfView: bits.map((bit) => bits.map((other) => ofView((mask) => (mask & bit) !== 0 && (mask & other) !== 0))),
  }
}

type MaskTest = (mask: number) => boolean

/**
 * Weight of the samples in a subtree by which searches found them: every sample is in the column of exactly one mask.
 * It walks the matches, not the tree: a match moves its total from the mask of the match around it to the mask of both.
 */
function sumByMask(
  tree: CallTree,
  frameMasks: Uint8Array,
  count: number,
  any: Int32Array,
  from: number,
  range?: VisibleWeights,
) {
  const { frame, end, total } = tree
  const weights = new Float64Array(1 << count)
  const nodesByMask = new Int32Array(searchMasks)
  // The matches around the one looked at that added a search, outermost first: where each ends, and the mask under it.
  const ends = new Int32Array(count + 1)
  const masks = new Uint8Array(count + 1)
  let level = 0
  ends[0] = tree.length
  const within = findMatchesWithin(tree, any, from)
  for (let index = within.first; index < within.end; index++) {
    const node = any[index]!
    const weight = range ? getVisibleWeight(range, node) : total[node]!
    if (!(weight > 0)) continue
    const own = frameMasks[frame[node]!]!
    nodesByMask[own] = nodesByMask[own]! + 1
    while (ends[level]! <= node) level--
    const outer = masks[level]!
    const mask = outer | own
    if (mask === outer) continue
    if (outer > 0) weights[outer] = weights[outer]! - weight
    weights[mask] = weights[mask]! + weight
    level++
    ends[level] = end[node]!
    masks[level] = mask
  }
  return {
    /** Nodes whose own frame has such a mask. */
    nodes: (isCounted: MaskTest) => sumOfMasks(nodesByMask, isCounted),
    /** Weight of the samples that are found by such a set of searches. */
    weight: (isCounted: MaskTest) => sumOfMasks(weights, isCounted),
  }
}

/** Gives the visible part of a node's weight; 0 or less for a node that is not visible. */
export function getVisibleWeight({ starts, widths, from, to }: VisibleWeights, node: number): number {
  return Math.min(starts[node]! + widths[node]!, to) - Math.max(starts[node]!, from)
}

/** Mask 0, which is nothing found, is never counted. */
function sumOfMasks(column: Weights | Int32Array, isCounted: MaskTest): number {
  let sum = 0
  for (let mask = 1; mask < column.length; mask++) if (isCounted(mask)) sum += column[mask]!
  return sum
}

/** Keeps: sums of fractions taken in another order can pass their whole by a rounding error; a share never passes 1. */
function divideShare(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0
}

/** Whether more than one bit is set: one less has the lowest of them cleared. */
function hasSeveral(mask: number): boolean {
  return (mask & (mask - 1)) !== 0
}
