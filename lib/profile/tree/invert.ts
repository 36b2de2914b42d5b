import { type Profile, withWarning } from '../model/profile.ts'
import { mapStacks } from '../model/stack-weights.ts'
import { createStackWriter } from '../model/stack-writer.ts'

// An inverted tree has up to one node per frame of each distinct stack. A million stacks of depth 100 would need a
// hundred million: too much for a browser tab, and the far callers of the rarest leaves are never read.
const maxInvertedStacks = 2_000_000
/** Steps a row may cost: recursion at each of 200,000 depths has few rows but twenty thousand million steps. */
const maxStepsPerStack = 10

/**
 * Every stack read from its leaf to its root, so that leaves become roots and callers their children.
 *
 *     `main;a;c 1` and `main;b;c 2`   become   `c;a;main 1` and `c;b;main 2`: all of c is one box of 3
 *
 * Keeps: all weight. When there would be too many rows, all stacks are cut at the same distance from their leaf, the
 * weight stays at the cut, and a warning in the provenance tells where.
 */
export function invertProfile(profile: Profile, maxStacks = maxInvertedStacks): Profile {
  const { stacks, samples } = profile
  const writer = createStackWriter(stacks.length)
  // Level by level, leaves first: `at` walks from the leaf of each sampled stack to its root while `became` grows.
  const at = new Int32Array(stacks.length).fill(-1)
  const became = new Int32Array(stacks.length).fill(-1)
  let walking = new Int32Array(new Set(samples.stack.filter((stack) => stack >= 0)))
  for (const stack of walking) at[stack] = stack
  let depth = 0
  let steps = 0
  let wholeRows = 0
  // The leaves always fit: they are no more than the profile's own frames, in each tier.
  const isTooMany = () => depth > 0 && writer.length > maxStacks
  while (walking.length > 0 && steps <= maxStacks * maxStepsPerStack) {
    let left = 0
    for (const stack of walking) {
      const row = at[stack]!
      became[stack] = writer.add(became[stack]!, stacks.frame[row]!, stacks.tier[row]!)
      if (isTooMany()) break
      at[stack] = stacks.parent[row]!
      if (at[stack] >= 0) walking[left++] = stack
    }
    if (isTooMany()) break
    depth++
    steps += walking.length
    wholeRows = writer.length
    walking = walking.subarray(0, left)
  }
  // The level that did not fit is taken back.
  if (writer.length > wholeRows)
    for (const [stack, row] of became.entries()) if (row >= wholeRows) became[stack] = writer.parentOf(row)
  const inverted = {
    ...profile,
    stacks: writer.finish(wholeRows),
    samples: { ...samples, stack: mapStacks(samples.stack, became) },
  }
  if (walking.length === 0) return inverted
  const shown = depth === 1 ? 'only the leaf of each stack' : `the ${depth} frames nearest to each leaf`
  const text = `The inverted graph shows ${shown}: with all frames it would be too large.`
  return withWarning(inverted, 'inverted-cut', text, walking.length)
}
