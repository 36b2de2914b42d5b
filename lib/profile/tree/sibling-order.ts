import type { CallTree, Weights } from './tree-columns.ts'

/**
 * Gives for each node its new number when siblings stand in this order; null when they do already. Equal ones stay as
 * they were.
 */
export function orderSiblings(
  { length, end }: Pick<CallTree, 'length' | 'end'>,
  compare: (a: number, b: number) => number,
): Int32Array | null {
  const newNode = new Int32Array(length)
  let isSorted = true
  const callees: number[] = []
  for (let node = 0; node < length; node++) {
    callees.length = 0
    let isInOrder = true
    for (let callee = node + 1; callee < end[node]!; callee = end[callee]!) {
      if (callees.length > 0 && compare(callees.at(-1)!, callee) > 0) isInOrder = false
      callees.push(callee)
    }
    if (!isInOrder) {
      callees.sort((a, b) => compare(a, b) || a - b)
      isSorted = false
    }
    // Callers come first, so that each node knows its number before its callees get theirs.
    let free = newNode[node]! + 1
    for (const callee of callees) {
      newNode[callee] = free
      free += end[callee]! - callee
    }
  }
  return isSorted ? null : newNode
}

/** The tree with each node at its new number. */
export function permuteTree(tree: CallTree, newNode: Int32Array): CallTree {
  const parent = moveNodes(tree.parent, newNode)
  for (let node = 1; node < parent.length; node++) parent[node] = newNode[parent[node]!]!
  const end = new Int32Array(tree.length)
  for (let node = 0; node < end.length; node++) end[newNode[node]!] = newNode[node]! + tree.end[node]! - node
  return {
    ...tree,
    frame: moveNodes(tree.frame, newNode),
    parent,
    end,
    depth: moveNodes(tree.depth, newNode),
    self: moveNodes(tree.self, newNode),
    total: moveNodes(tree.total, newNode),
  }
}

export function moveNodes<Column extends Int32Array | Weights>(column: Column, newNode: Int32Array): Column {
  const moved = column.slice() as Column
  for (let node = 0; node < newNode.length; node++) moved[newNode[node]!] = column[node]!
  return moved
}
