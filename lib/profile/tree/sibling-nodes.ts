import type { CallTree } from './call-tree.ts'
import { heaviestCallee } from './tree-rows.ts'

export type Direction = 'caller' | 'callee' | 'next' | 'previous'

/**
 * Where an arrow key leads from a node: its caller, its widest callee, the sibling right or left of it; -1 at an edge.
 */
export function findNeighbour(tree: CallTree, node: number, direction: Direction): number {
  const { parent, end } = tree
  const caller = parent[node]!
  if (direction === 'caller') return caller
  if (direction === 'callee') return heaviestCallee(tree, node)
  if (caller < 0) return -1
  // A sibling begins where the subtree of the one before it ends.
  if (direction === 'next') return end[node]! < end[caller]! ? end[node]! : -1
  let previous = -1
  for (let sibling = caller + 1; sibling < node; sibling = end[sibling]!) previous = sibling
  return previous
}
