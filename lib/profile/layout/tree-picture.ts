import { buildTreeWithRows, type CallTree, type Weights } from '../tree/call-tree.ts'
import { layoutStarts } from './layout.ts'
import { nodeTiers } from '../colour/node-tiers.ts'
import { frameKinds, type FrameTable, type Profile } from '../model/profile.ts'

/**
 * What of a tree can be seen at first sight, small enough to travel as JSON: nodes in depth-first order, each run of neighbours too narrow
 * for any screen as one node without a
 * name.
 *
 * Shape: columns by node; `frame` is a row of `names` and `kinds`, -1 at node 0.
 */
export interface TreePicture {
  readonly frame: readonly number[]
  readonly depth: readonly number[]
  readonly total: readonly number[]
  /** Four bytes a node, see nodeTiers. */
  readonly tiers: readonly number[] | null
  readonly names: readonly string[]
  readonly kinds: readonly number[]
}

/** Narrower than a pixel of wide windows. On wider ones the first picture has a little less in it than the graph that follows. */
const leastShare = 1 / 2600
/** Narrower boxes have no room for a longer name. */
const longestName = 400

/** Of the whole profile, siblings by name. */
export function pictureOf(profile: Profile): TreePicture {
  const { tree, nodeOfRow } = buildTreeWithRows(profile)
  return pictureOfTree(profile, tree, layoutStarts(tree), nodeTiers(profile, tree, nodeOfRow))
}

export function pictureOfTree(
  { strings, frames }: Pick<Profile, 'strings' | 'frames'>,
  { frame, depth, end, total, parent }: CallTree,
  starts: Weights,
  tiers: Uint8Array | null,
): TreePicture {
  const rows = new Map<number, number>()
  const names: string[] = []
  const kinds: number[] = []
  const rowOf = (of: number): number => {
    const known = rows.get(of)
    if (known !== undefined) return known
    rows.set(of, names.length)
    names.push(of < 0 ? '' : strings[frames.name[of]!]!.slice(0, longestName))
    kinds.push(of < 0 ? frameKinds.indexOf('unknown') : frames.kind[of]!)
    return names.length - 1
  }
  const picture = { frame: [-1], depth: [0], total: [total[0]!] }
  const pictureTiers = [...(tiers?.subarray(0, 4) ?? [])]
  const leastWeight = total[0]! * leastShare
  let node = 1
  while (node < end[0]!) {
    const isNarrow = total[node]! < leastWeight
    let stop = starts[node]! + total[node]!
    let next = isNarrow ? end[node]! : node + 1
    if (isNarrow) {
      const last = end[parent[node]!]!
      for (; next < last && total[next]! < leastWeight; next = end[next]!) stop = starts[next]! + total[next]!
    }
    picture.frame.push(rowOf(isNarrow ? -1 : frame[node]!))
    picture.depth.push(depth[node]!)
    picture.total.push(stop - starts[node]!)
    if (tiers) pictureTiers.push(...(isNarrow ? [0, 0, 0, 0] : tiers.subarray(4 * node, 4 * node + 4)))
    node = next
  }
  return { ...picture, tiers: tiers && pictureTiers, names, kinds }
}

/** The tree that can be drawn of it. */
export interface PicturedTree {
  readonly tree: CallTree
  readonly starts: Weights
  readonly tiers: Uint8Array | null
  readonly frames: FrameTable
  readonly strings: readonly string[]
}

/** In two passes and nothing else: they run once, before any compiler of the browser has seen them, and a page waits for them. */
export function treeOfPicture({ frame, depth, total, tiers, names, kinds }: TreePicture): PicturedTree {
  const { parent, self, maxDepth } = callersOf(depth, total)
  const { starts, end } = placesOf(depth, total, maxDepth)
  const nothing = new Uint32Array(names.length)
  return {
    tree: {
      length: frame.length,
      frame: new Int32Array(frame),
      parent,
      end,
      depth: new Int32Array(depth),
      self,
      total: new Float64Array(total),
      maxDepth,
    },
    starts,
    tiers: tiers && new Uint8Array(tiers),
    frames: {
      length: names.length,
      name: Uint32Array.from(names, (name, row) => (name === '' ? 0 : row + 1)),
      raw: nothing,
      module: nothing,
      kind: new Uint8Array(kinds),
    },
    strings: ['', ...names],
  }
}

/** `self` is what no child has. */
function callersOf(depth: readonly number[], total: readonly number[]) {
  const length = depth.length
  const parent = new Int32Array(length).fill(-1)
  const self = new Float64Array(total)
  // The last node of each depth, as far as the pass has come.
  const path = [0]
  for (let node = 1; node < length; node++) {
    const row = depth[node]!
    const caller = path[row - 1]!
    path[row] = node
    parent[node] = caller
    self[caller] = self[caller]! - total[node]!
  }
  return { parent, self, maxDepth: path.length - 1 }
}

/** Left edges as layoutStarts gives them, from right to left: where a node begins, all that comes before it, as deep or deeper, ends. */
function placesOf(depth: readonly number[], total: readonly number[], maxDepth: number) {
  const length = depth.length
  const starts = new Float64Array(length)
  const end = new Int32Array(length)
  // Of the next node of each depth: its right edge, and the first node behind its subtree.
  const stops = new Float64Array(maxDepth + 1).fill(total[0]!)
  const ends = new Int32Array(maxDepth + 1).fill(length)
  let start = Infinity
  for (let node = length - 1; node >= 0; node--) {
    let row = depth[node]!
    start = Math.min(start, stops[row]! - total[node]!) // weights that are no integers lose a little with each step
    starts[node] = start
    end[node] = ends[row]!
    for (const last = node > 0 ? depth[node - 1]! : -1; row <= last; row++) {
      stops[row] = start
      ends[row] = node
    }
  }
  return { starts, end }
}
