import type { PackageColours } from './colour-group.ts'
import { createFrameGroups } from './node-groups.ts'
import { packageColourCount, strongPackageColours, vividPackageColours } from './palettes.ts'
import type { Profile } from '../model/profile.ts'
import { hashText } from '../names/name-hash.ts'

/** Rows of a box that its own weight counts for. */
const rowsOfSelf = 5

/** Ranges of the palette, the strongest first. */
const tiers = [
  [0, vividPackageColours],
  [vividPackageColours, strongPackageColours],
  [strongPackageColours, packageColourCount],
] as const

/**
 * Gives the packages that take the most room in the graph, or have most weight of their own, a colour each, the largest
 * the strongest. A package has the colour that its name asks for unless a larger one has it, so most have the same in
 * every profile.
 */
export function assignPackageColours(profile: Profile): PackageColours {
  const colours = new Map<string, number>()
  const largest = [...areaByPackage(profile)].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
  const taken = new Set<number>()
  for (const [label] of largest.slice(0, packageColourCount)) {
    // The weaker ones only when the strong ones are gone.
    const [first, end] = tiers.find(([, endOfTier]) => colours.size < endOfTier)!
    let index = first + (hashText(label) % (end - first))
    while (taken.has(index)) index = index + 1 < end ? index + 1 : first
    taken.add(index)
    colours.set(label, index)
  }
  return colours
}

/**
 * Width times height of all boxes of a package, in the graph of all samples. A box that ends stacks counts for more:
 * what is hot is often few rows above many.
 */
function areaByPackage(profile: Profile): Map<string, number> {
  const { stacks, samples } = profile
  const total = new Float64Array(stacks.length)
  const self = new Float64Array(stacks.length)
  for (let sample = 0; sample < samples.length; sample++) {
    if (samples.stack[sample]! >= 0) self[samples.stack[sample]!]! += samples.weight[sample]!
  }
  const groupOf = createFrameGroups('package', profile)
  const areas = new Map<string, number>()
  // Callees stand after their caller: backwards, each row is complete when it is reached.
  for (let stack = stacks.length - 1; stack >= 0; stack--) {
    const parent = stacks.parent[stack]!
    total[stack]! += self[stack]!
    if (parent >= 0) total[parent]! += total[stack]!
    const { palette, label } = groupOf(stacks.frame[stack]!)
    if (palette === 'package') areas.set(label, (areas.get(label) ?? 0) + total[stack]! + self[stack]! * rowsOfSelf)
  }
  return areas
}
