import type { StackTable } from './profile.ts'

export interface StackVisitor {
  readonly enter: (stack: number) => void
  readonly leave: (stack: number) => void
}

/** Goes through the table as a tree, each stack entered after its caller and left before it. No depth is too deep. */
export function walkStacks({ length, parent }: StackTable, { enter, leave }: StackVisitor): void {
  const firstCallee = new Int32Array(length).fill(-1)
  const nextSibling = new Int32Array(length).fill(-1)
  let firstRoot = -1
  for (let stack = length - 1; stack >= 0; stack--) {
    const caller = parent[stack]!
    nextSibling[stack] = caller < 0 ? firstRoot : firstCallee[caller]!
    if (caller < 0) firstRoot = stack
    else firstCallee[caller] = stack
  }
  let stack = firstRoot
  while (stack >= 0) {
    enter(stack)
    let next = firstCallee[stack]!
    while (next < 0 && stack >= 0) {
      leave(stack)
      next = nextSibling[stack]!
      stack = parent[stack]!
    }
    stack = next
  }
}
