import { compileTiers, frameKinds, type Profile } from './profile.ts'

/** The first column that points outside its table, or that no engine can have written, in words; null when all is well. */
export function findBadColumn({ strings, frames, stacks, threads, samples }: Profile): string | null {
  const names = strings.length
  if (!allBelow(frames.name, names) || !allBelow(frames.raw, names) || !allBelow(frames.module, names)) {
    return 'a frame has no name'
  }
  if (!allBelow(frames.kind, frameKinds.length)) return 'a frame is of no known kind'
  if (!allBelow(stacks.frame, frames.length)) return 'a stack has no frame'
  if (!allBelow(stacks.tier, compileTiers.length)) return 'a stack is of no known tier'
  if (!parentsComeFirst(stacks.parent)) return 'a stack stands before its caller'
  if (!allBelow(threads.name, names)) return 'a thread has no name'
  if (!allBetween(samples.stack, -1, stacks.length)) return 'a sample has no stack'
  if (!allBelow(samples.thread, threads.length)) return 'a sample has no thread'
  if (samples.time.some((time) => Math.abs(time) === Infinity)) return 'a sample is at no time'
  if (!weightsAddUp(samples.weight)) return 'a weight is not a number that can be added'
  return null
}

function allBelow(column: Uint8Array | Uint32Array, end: number): boolean {
  for (let row = 0; row < column.length; row++) if (column[row]! >= end) return false
  return true
}

function allBetween(column: Int32Array, from: number, end: number): boolean {
  for (let row = 0; row < column.length; row++) if (column[row]! < from || column[row]! >= end) return false
  return true
}

/** Everything that walks stacks relies on it: backwards loops end, and no stack is its own caller. */
function parentsComeFirst(parent: Int32Array): boolean {
  for (let row = 0; row < parent.length; row++) if (parent[row]! < -1 || parent[row]! >= row) return false
  return true
}

function weightsAddUp(weight: Float64Array): boolean {
  let sum = 0
  for (let row = 0; row < weight.length; row++) {
    if (!(weight[row]! >= 0)) return false
    sum += weight[row]!
  }
  return sum < Infinity
}
