import type { Profile } from '../model/profile.ts'
import { selfByStack, sumOverSubtrees } from '../model/stack-weights.ts'
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
  const self = selfByStack({ stacks, samples })
  const total = sumOverSubtrees(stacks, self)
  const areas = new Map<ColourGroup, number>()
  for (let stack = 0; stack < stacks.length; stack++) {
    const group = groupOf(stacks.frame[stack]!)
    areas.set(group, (areas.get(group) ?? 0) + total[stack]! + self[stack]! * rowsOfSelf)
  }
  return areas
}
