import { foldBase } from '../filters/fold-base.ts'
import { buildTreeWithRows, type CallTree, type Weights } from '../tree/call-tree.ts'
import { layoutStarts } from '../layout/layout.ts'
import { computeNodeTiers, tiersPerNode } from '../colour/node-tiers.ts'
import { isBaseBox } from '../names/base-frames.ts'
import { frameLabel } from '../view/visible-text.ts'
import { nameOfFrame, type Profile, type NamedFrames } from '../model/profile.ts'
import { takeStart } from '../names/cut-text.ts'

/** The whole width, in the units of a FirstPaint. */
export const paintWidth = 10_000

/**
 * The boxes that a page shows of a profile before its viewer runs: the widest of the whole graph, siblings by name.
 *
 *     main  main        box    all    main   a     b
 *     a     b           x      0      0      0     7500
 *     3     1           width  10000  10000  7500  2500
 *                       depth  0      1      2     2
 *                       frame  -1     0      1     2       names  main, a, b
 *
 * Shape: columns by box, callers before their callees. `frame` is a row of `names` and `kinds`, `rootFrame` or
 * `narrowFrames`. Units: `x` and `width` in parts of `paintWidth`.
 */
export interface FirstPaint {
  /** Rows of the whole graph, the root's too: some may have no box here. */
  readonly rows: number
  readonly x: readonly number[]
  readonly width: readonly number[]
  readonly depth: readonly number[]
  readonly frame: readonly number[]
  /** Four bytes a box, see computeNodeTiers. */
  readonly tiers: readonly number[] | null
  readonly names: readonly string[]
  /** Rows of `frameKinds`. */
  readonly kinds: readonly number[]
}

export const rootFrame = -1
/** Neighbours that are too narrow for a box each. */
export const narrowFrames = -2

/** More would make the page longer, and show it later. */
const mostBoxes = 600
/** A high screen shows as many. */
const mostRows = 80
/** Boxes of a smaller share of the width are left out of the first paint: a pixel of most screens is wider. */
const leastPaintedShare = 1 / 2000
/** Characters of a name in the first paint: no box has room for more. */
const longestPaintedName = 400

/** Makes it with the base folded, as the viewer draws it. */
export function firstPaintOf(whole: Profile): FirstPaint {
  const profile = foldBase(whole)
  const { tree, nodeOfRow } = buildTreeWithRows(profile)
  return firstPaintOfTree(profile, tree, layoutStarts(tree), computeNodeTiers(profile, tree, nodeOfRow))
}

function firstPaintOfTree(
  { strings, frames }: NamedFrames,
  tree: CallTree,
  starts: Weights,
  nodeTierShares: Uint8Array | null,
): FirstPaint {
  const { frame, parent, depth, end, total } = tree
  const paint = { x: [0], width: [paintWidth], depth: [0], frame: [rootFrame] }
  const tiers = [...(nodeTierShares?.subarray(0, tiersPerNode) ?? [])]
  const names: string[] = []
  const kinds: number[] = []
  const rowOfFrame = new Map<number, number>()
  const scale = paintWidth / total[0]!

  const addBox = (start: number, stop: number, row: number, named: number, tiersOfBox: ArrayLike<number>): void => {
    const x = Math.round(start * scale)
    paint.x.push(x)
    paint.width.push(Math.round(stop * scale) - x)
    paint.depth.push(row)
    paint.frame.push(named)
    if (nodeTierShares) tiers.push(...Array.from(tiersOfBox))
  }
  const nameOf = (index: number): number => {
    const existingRow = rowOfFrame.get(index)
    if (existingRow !== undefined) return existingRow
    rowOfFrame.set(index, names.length)
    const named = { strings, frames }
    const isBase = isBaseBox(named, index)
    names.push(isBase ? frameLabel(named, index, 'full') : takeStart(nameOfFrame(named, index), longestPaintedName))
    kinds.push(frames.kind[index]!)
    return names.length - 1
  }

  const widest = widestNodes(tree)
  for (let node = 1; node < end[0]!;) {
    if (widest.has(node)) {
      const tiersOfNode = nodeTierShares?.subarray(tiersPerNode * node, tiersPerNode * (node + 1)) ?? []
      addBox(starts[node]!, starts[node]! + total[node]!, depth[node]!, nameOf(frame[node]!), tiersOfNode)
      node++
      continue
    }
    // A caller of `node` has a box. Neighbours that have none share one.
    const last = end[parent[node]!]!
    let stop = starts[node]!
    let next = node
    for (; next < last && !widest.has(next); next = end[next]!) stop = starts[next]! + total[next]!
    const isSeen = stop - starts[node]! >= leastWeightOf(tree) && depth[node]! < mostRows
    if (isSeen) addBox(starts[node]!, stop, depth[node]!, narrowFrames, new Uint8Array(tiersPerNode))
    node = next
  }
  return { rows: tree.maxDepth + 1, ...paint, tiers: nodeTierShares && tiers, names, kinds }
}

/** A caller is at least as wide as its callees and has a lower number, so it is among them when they are. */
function widestNodes(tree: CallTree): ReadonlySet<number> {
  const { end, depth, total } = tree
  const leastWeight = leastWeightOf(tree)
  const seen: number[] = []
  for (let node = 1; node < end[0]!;) {
    const isSeen = depth[node]! < mostRows && total[node]! >= leastWeight
    if (isSeen) seen.push(node)
    node = isSeen ? node + 1 : end[node]!
  }
  seen.sort((one, other) => total[other]! - total[one]! || one - other)
  return new Set(seen.slice(0, mostBoxes - 1))
}

/** More than nothing: a node without weight has no width. */
function leastWeightOf({ total }: CallTree): number {
  return Math.max(total[0]! * leastPaintedShare, Number.MIN_VALUE)
}
