import { type Profile } from './profile.ts'

/**
 * The place of each frame when all are sorted by name, then kind: the order of siblings in a drawing.
 *
 * flamegraph.pl sorts bytes of UTF-8, which is the order of code points. JavaScript's `<` compares UTF-16 units, which
 * differs only where a surrogate pair (an emoji in a method name) meets a unit above it, so the slow way is rare.
 */
export function rankFrames({ strings, frames }: Profile): Int32Array {
  const names = Array.from(frames.name, (name) => strings[name]!)
  const compare = names.some((name) => /[\ud800-\udfff]/.test(name)) ? compareCodePoints : compareUnits
  const sorted = Array.from(names, (_, frame) => frame)
  sorted.sort((a, b) => compare(names[a]!, names[b]!) || frames.kind[a]! - frames.kind[b]! || a - b)
  const ranks = new Int32Array(frames.length)
  sorted.forEach((frame, rank) => (ranks[frame] = rank))
  return ranks
}

function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function compareCodePoints(a: string, b: string): number {
  let unit = 0
  while (unit < a.length && a.charCodeAt(unit) === b.charCodeAt(unit)) unit++
  // Two pairs can share their first half: then the point starts one unit earlier.
  if (unit > 0 && /[\ud800-\udbff]/.test(a[unit - 1]!)) unit--
  return (a.codePointAt(unit) ?? -1) - (b.codePointAt(unit) ?? -1)
}
