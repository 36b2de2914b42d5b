import type { CallTree } from './tree-columns.ts'

/** For each node its new place when siblings stand in this order; null when they do already. Equal ones stay as they were. */
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
    // Callers come first, so that each node knows its place before its callees get theirs.
    let free = newNode[node]! + 1
    for (const callee of callees) {
      newNode[callee] = free
      free += end[callee]! - callee
    }
  }
  return isSorted ? null : newNode
}
