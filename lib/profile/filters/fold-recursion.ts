import type { Profile, StackTable } from '../model/profile.ts'
import { rewriteStacks, withStacks } from './rewrite-stacks.ts'
import { createStackWriter } from '../model/stack-writer.ts'

/** Draws a frame that calls itself, and itself again, once. */
export function foldDirectRecursion(profile: Profile): Profile {
  const { frame, tier } = profile.stacks
  return rewriteStacks(profile, (writer, stack, parent) =>
    parent >= 0 && writer.frameOf(parent) === frame[stack] ? parent : writer.add(parent, frame[stack]!, tier[stack]!),
  )
}

/**
 * Draws a frame that stands under itself once, with others between or not: the way back to it is left out.
 *
 *     `visit;accept;visit;accept;leaf 3`   becomes   `visit;accept;leaf 3`
 *     `eval;call;eval;add 2`               becomes   `eval;add 2`
 */
export function foldAllRecursion(profile: Profile): Profile {
  const { stacks, frames } = profile
  const writer = createStackWriter(stacks.length + 1)
  const became = new Int32Array(stacks.length)
  // Of the current stack: its rows by depth, the last row of each frame, and the earlier values of both.
  const path = new Int32Array(stacks.length + 1).fill(-1)
  const lastOfFrame = new Int32Array(frames.length).fill(-1)
  const pathBefore = new Int32Array(stacks.length)
  const lastBefore = new Int32Array(stacks.length)
  // Depth of each row of the writer.
  const depth = new Int32Array(stacks.length)

  visitStacks(stacks, {
    enter(stack) {
      const frame = stacks.frame[stack]!
      const caller = stacks.parent[stack]! < 0 ? -1 : became[stacks.parent[stack]!]!
      const callerDepth = caller < 0 ? -1 : depth[caller]!
      const last = lastOfFrame[frame]!
      // A row that was left behind by an outer return is of no use, though it was the last of its frame.
      const isOnPath = last >= 0 && depth[last]! <= callerDepth && path[depth[last]!] === last
      const row = isOnPath ? last : writer.add(caller, frame, stacks.tier[stack]!)
      if (!isOnPath) depth[row] = callerDepth + 1
      became[stack] = row
      pathBefore[stack] = path[depth[row]!]!
      lastBefore[stack] = last
      path[depth[row]!] = row
      lastOfFrame[frame] = row
    },
    leave(stack) {
      path[depth[became[stack]!]!] = pathBefore[stack]!
      lastOfFrame[stacks.frame[stack]!] = lastBefore[stack]!
    },
  })
  return withStacks(profile, writer, became)
}

/** Goes through the table as a tree, each stack entered after its caller and left before it. No depth is too deep. */
function visitStacks(
  { length, parent }: StackTable,
  { enter, leave }: Record<'enter' | 'leave', (stack: number) => void>,
): void {
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
