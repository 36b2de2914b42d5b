import type { CallTree } from './call-tree.ts'
import { sortByWeight } from './weight-order.ts'

/** Rows of a tree that a table lists. */
const mostTreeRows = 200_000

/** Callees of a node, the heaviest first. */
export function sortCalleesByWeight({ end, total }: CallTree, node: number): Uint32Array {
  const callees: number[] = []
  for (let callee = node + 1; callee < end[node]!; callee = end[callee]!) callees.push(callee)
  return callees.length < 2 ? Uint32Array.from(callees) : sortByWeight(Uint32Array.from(callees), total)
}

/** A line of a tree that is shown as text. */
export interface TreeRow {
  readonly node: number
  /** How many of its callers, up to the first line, have other callees too. */
  readonly branchings: number
  /** Its place among the callees of its caller, from 1, and how many they are. */
  readonly position: number
  readonly siblings: number
}

/**
 * The lines of a tree as text: `from`, and the callees of each open node right below it, the heaviest first.
 *
 *     open {all, main}:   all          open {all}:   all
 *                         main                       main
 *                         ├ b 5
 *                         └ a 3
 *
 * Keeps: at most `maxRows` lines.
 */
export function listTreeRows(tree: CallTree, open: ReadonlySet<number>, from = 0, maxRows = mostTreeRows): TreeRow[] {
  const rows: TreeRow[] = []
  const waiting: TreeRow[] = [{ node: from, branchings: 0, position: 1, siblings: 1 }]
  for (let row = waiting.pop(); row && rows.length < maxRows; row = waiting.pop()) {
    rows.push(row)
    if (!open.has(row.node)) continue
    const callees = sortCalleesByWeight(tree, row.node)
    const branchings = row.branchings + (callees.length > 1 ? 1 : 0)
    for (let position = callees.length; position > 0; position--)
      waiting.push({ node: callees[position - 1]!, branchings, position: position, siblings: callees.length })
  }
  return rows
}

/** Up to `most` nodes in the subtree of `from` that call something, in the order of the tree: what "open all" opens. */
export function listNodesWithCallees({ end }: CallTree, from: number, most: number): number[] {
  const nodes: number[] = []
  for (let node = from; node < end[from]! && nodes.length < most; node++) if (end[node]! > node + 1) nodes.push(node)
  return nodes
}

/** The nodes from `from` down along the heaviest callees, as long as they have at least this share of it. */
export function findHeavyPath(tree: CallTree, from: number, minShare: number): number[] {
  const path = [from]
  for (let node = from; ; path.push(node)) {
    const heaviest = heaviestCallee(tree, node)
    if (heaviest < 0 || tree.total[heaviest]! < minShare * tree.total[from]!) return path
    node = heaviest
  }
}

/** -1 at a leaf. */
export function heaviestCallee({ end, total }: CallTree, node: number): number {
  let heaviest = -1
  for (let callee = node + 1; callee < end[node]!; callee = end[callee]!)
    if (heaviest < 0 || total[callee]! > total[heaviest]!) heaviest = callee
  return heaviest
}

/** Gives whether `node` is `root`, or has it among its callers. */
export function isInSubtree({ end }: CallTree, node: number, root: number): boolean {
  return root <= node && node < end[root]!
}

/** All callers of a node up to `from`, without the node: what must be open for it to have a line. */
export function listCallersUpTo({ parent }: CallTree, node: number, from: number): number[] {
  const callers: number[] = []
  for (let caller = node; caller > from;) {
    caller = parent[caller]!
    callers.push(caller)
  }
  return callers
}
