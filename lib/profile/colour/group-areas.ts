import type { Profile } from '../model/profile.ts'
import type { ColourGroup } from './colour-group.ts'

/** Rows of a box that its own weight counts for: what is hot is often few rows above many. */
const rowsOfSelf = 5

/**
 * Gives for each group of frames the width (in weight) times height (in rows) of its boxes in the graph of all samples.
 * `groupOf` gives the group of a row of the frame table; equal groups are one object.
 */
export function measureGroupAreas(
  { stacks, samples }: Profile,
  groupOf: (frame: number) => ColourGroup,
): Map<ColourGroup, number> {
  const total = new Float64Array(stacks.length)
  const self = new Float64Array(stacks.length)
  for (let sample = 0; sample < samples.length; sample++) {
    if (samples.stack[sample]! >= 0) self[samples.stack[sample]!]! += samples.weight[sample]!
  }
  const areas = new Map<ColourGroup, number>()
  // Callees stand after their caller: backwards, each row is complete when it is reached.
  for (let stack = stacks.length - 1; stack >= 0; stack--) {
    const parent = stacks.parent[stack]!
    total[stack]! += self[stack]!
    if (parent >= 0) total[parent]! += total[stack]!
    const group = groupOf(stacks.frame[stack]!)
    areas.set(group, (areas.get(group) ?? 0) + total[stack]! + self[stack]! * rowsOfSelf)
  }
  return areas
}
