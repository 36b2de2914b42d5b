import { rankFrames } from './frame-order.ts'
import type { Profile } from '../model/profile.ts'
import { mapStacks } from '../model/stack-weights.ts'
import { markSampled, readOrderedOutline, weighTree } from './tree-outline.ts'
import { sortIntoTree } from './sort-into-tree.ts'
import type { CallTree } from './tree-columns.ts'

export { type CallTree, type FlameLayout, type Weights } from './tree-columns.ts'

/** Siblings by name, which is the same for every profile, or by weight. */
export type SiblingOrder = 'name' | 'weight'

type TreeSource = Pick<Profile, 'strings' | 'frames' | 'stacks' | 'samples'>

export function buildCallTree(
  profile: TreeSource,
  order: { readonly sort: SiblingOrder } = { sort: 'name' },
): CallTree {
  return buildTreeWithRows(profile, order).tree
}

export interface TreeWithRows {
  readonly tree: CallTree
  /** The node of each row of the stack table; -1 for rows without self or total weight. */
  readonly nodeOfRow: Int32Array
}

export function buildTreeWithRows(
  profile: TreeSource,
  { sort }: { readonly sort: SiblingOrder } = { sort: 'name' },
): TreeWithRows {
  const { stacks, samples } = profile
  const ranks = rankFrames(profile)
  const isSampled = markSampled(stacks, samples)
  // Stored profiles are in order, and filters of samples keep them so; after other filters it must be made again.
  const outline = readOrderedOutline(stacks, isSampled, ranks) ?? sortIntoTree(stacks, isSampled, ranks)
  const tree = weighTree(outline, samples)
  return sort === 'weight' ? sortHeaviestFirst(tree, outline.nodeOfRow) : { tree, nodeOfRow: outline.nodeOfRow }
}

/** The same tree with siblings in order of their total, the heaviest first; equal ones stay in the order they had. */
function sortHeaviestFirst(
  tree: CallTree,
  nodeOfRow: Int32Array,
): { readonly tree: CallTree; readonly nodeOfRow: Int32Array } {
  const { length } = tree
  const frame = new Int32Array(length)
  const parent = new Int32Array(length)
  const end = new Int32Array(length)
  const depth = new Int32Array(length)
  const self = tree.self.slice()
  const total = tree.total.slice()
  const newNode = new Int32Array(length)
  for (let node = 0; node < length; node++) {
    const moved = newNode[node]!
    frame[moved] = tree.frame[node]!
    parent[moved] = node === 0 ? -1 : newNode[tree.parent[node]!]!
    end[moved] = moved + tree.end[node]! - node
    depth[moved] = tree.depth[node]!
    self[moved] = tree.self[node]!
    total[moved] = tree.total[node]!
    // Callers come first, so that each node knows its number before it is moved.
    let free = moved + 1
    for (const callee of calleesByTotal(tree, node)) {
      newNode[callee] = free
      free += tree.end[callee]! - callee
    }
  }
  return {
    tree: { length, frame, parent, end, depth, self, total, maxDepth: tree.maxDepth },
    nodeOfRow: mapStacks(nodeOfRow, newNode),
  }
}

function calleesByTotal({ end, total }: CallTree, node: number): number[] {
  const callees: number[] = []
  let isSorted = true
  for (let callee = node + 1; callee < end[node]!; callee = end[callee]!) {
    if (callees.length > 0 && total[callee]! > total[callees.at(-1)!]!) isSorted = false
    callees.push(callee)
  }
  return isSorted ? callees : callees.sort((a, b) => total[b]! - total[a]! || a - b)
}
