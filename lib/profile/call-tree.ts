import { rankFrames } from './frame-order.ts'
import { PairTable } from './pair-table.ts'
import { type Profile } from './profile.ts'

/**
 * What is drawn: the stacks of a profile merged into one tree, nodes in depth-first order, in columns. The subtree of
 * node i is the slice [i, end[i]), so "is a under b" is two comparisons, and a parent stands before its children.
 *
 *     folded `main;a 2`, `main;a;c 1` and `main;b 1` become
 *     node     0    1    2    3    4
 *              all  main a    c    b     (frame -1, main, a, c, b: indices into profile.frames)
 *     parent  -1    0    1    2    1
 *     end      5    5    4    4    5
 *     self     0    0    2    1    1
 *     total    4    4    3    1    1
 *
 * Siblings stand in code-point order of their names, then by kind. A place where no weight was seen has no node.
 */
export interface CallTree {
  readonly length: number
  /** Row of profile.frames, -1 at node 0, which stands for all. */
  readonly frame: Int32Array
  readonly parent: Int32Array
  /** First node after the subtree. */
  readonly end: Int32Array
  /** 0 for node 0. It is the row in a drawing. */
  readonly depth: Int32Array
  /** Weight that ends here. */
  readonly self: Float64Array
  /** Weight that passes through here, self included. */
  readonly total: Float64Array
  readonly maxDepth: number
}

export function buildCallTree(profile: Profile): CallTree {
  const places = mergePlaces(profile)
  return inOrder(places, depthFirst(places, sortByFrame(places, rankFrames(profile))))
}

interface Places {
  readonly length: number
  /** Place of the caller, smaller than the place's own number; -1 at place 0, which stands for all. */
  readonly parent: Int32Array
  readonly frame: Int32Array
  readonly self: Float64Array
}

/** The distinct places (path of frames) with weight, callers first. Rows of the stack table that differ in tier merge. */
function mergePlaces({ stacks, samples }: Profile): Places {
  const used = new Uint8Array(stacks.length)
  for (let sample = 0; sample < samples.length; sample++) {
    if (samples.stack[sample]! >= 0 && samples.weight[sample]! > 0) used[samples.stack[sample]!] = 1
  }
  for (let row = stacks.length - 1; row >= 0; row--) {
    if (used[row] === 1 && stacks.parent[row]! >= 0) used[stacks.parent[row]!] = 1
  }

  const places = new PairTable(stacks.length + 1)
  places.add(-1, -1)
  const placeOf = new Int32Array(stacks.length)
  for (let row = 0; row < stacks.length; row++) {
    if (used[row] === 0) continue
    const parent = stacks.parent[row]!
    placeOf[row] = places.add(parent < 0 ? 0 : placeOf[parent]!, stacks.frame[row]!)
  }

  const self = new Float64Array(places.length)
  for (let sample = 0; sample < samples.length; sample++) {
    const stack = samples.stack[sample]!
    const place = stack < 0 ? 0 : placeOf[stack]!
    self[place] = self[place]! + samples.weight[sample]!
  }
  return { length: places.length, parent: places.first, frame: places.second, self }
}

/** All places but the first, by rank of their frame: a counting sort, as there are few frames and many places. */
function sortByFrame({ length, frame }: Places, ranks: Int32Array): Int32Array {
  const starts = new Int32Array(ranks.length + 1)
  for (let place = 1; place < length; place++) {
    const next = ranks[frame[place]!]! + 1
    starts[next] = starts[next]! + 1
  }
  for (let rank = 1; rank < starts.length; rank++) starts[rank] = starts[rank]! + starts[rank - 1]!
  const sorted = new Int32Array(length - 1)
  for (let place = 1; place < length; place++) {
    const rank = ranks[frame[place]!]!
    sorted[starts[rank]!] = place
    starts[rank] = starts[rank]! + 1
  }
  return sorted
}

/** The places in the order a pen would draw them, without a stack: a tree of 200,000 levels is as good as any. */
function depthFirst({ length, parent }: Places, sorted: Int32Array): Int32Array {
  const firstChild = new Int32Array(length).fill(-1)
  const nextSibling = new Int32Array(length).fill(-1)
  for (let index = sorted.length - 1; index >= 0; index--) {
    const place = sorted[index]!
    nextSibling[place] = firstChild[parent[place]!]!
    firstChild[parent[place]!] = place
  }
  const order = new Int32Array(length)
  for (let node = 0, place = 0; node < length; node++) {
    order[node] = place
    let next = firstChild[place]!
    while (next < 0 && place > 0) {
      next = nextSibling[place]!
      place = parent[place]!
    }
    place = next
  }
  return order
}

function inOrder(places: Places, order: Int32Array): CallTree {
  const { length } = places
  const frame = new Int32Array(length)
  const parent = new Int32Array(length)
  const end = new Int32Array(length)
  const depth = new Int32Array(length)
  const self = new Float64Array(length)
  const nodeOf = new Int32Array(length)
  let maxDepth = 0
  for (let node = 0; node < length; node++) {
    const place = order[node]!
    nodeOf[place] = node
    frame[node] = places.frame[place]!
    self[node] = places.self[place]!
    parent[node] = node === 0 ? -1 : nodeOf[places.parent[place]!]!
    depth[node] = node === 0 ? 0 : depth[parent[node]!]! + 1
    maxDepth = Math.max(maxDepth, depth[node]!)
  }
  // Backwards, each node is complete before its parent needs it.
  const total = self.slice()
  for (let node = length - 1; node >= 0; node--) {
    end[node] = Math.max(end[node]!, node + 1)
    const caller = parent[node]!
    if (caller < 0) continue
    end[caller] = Math.max(end[caller]!, end[node]!)
    total[caller] = total[caller]! + total[node]!
  }
  return { length, frame, parent, end, depth, self, total, maxDepth }
}
