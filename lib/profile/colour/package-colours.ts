import type { PackageColours } from './colour-group.ts'
import { measureGroupAreas } from './group-areas.ts'
import { createFrameGroups } from './node-groups.ts'
import { packageColourCount, strongPackageColours, vividPackageColours } from './palettes.ts'
import type { Profile } from '../model/profile.ts'
import { hashText } from '../names/name-hash.ts'

/** Ranges [first, end) of indexes into the palette of packages, the strongest colours first. */
const tiers = [
  [0, vividPackageColours],
  [vividPackageColours, strongPackageColours],
  [strongPackageColours, packageColourCount],
] as const

/** By the label of a package: its share, 0 to 1, of the area that all packages of a profile have in the graph. */
export type PackageAreas = ReadonlyMap<string, number>

export function measurePackageAreas(profile: Profile): PackageAreas {
  const groups = [...measureGroupAreas(profile, createFrameGroups('package', profile))]
  const packages = groups.filter(([{ palette }, area]) => palette === 'package' && area > 0)
  const all = packages.reduce((sum, [, area]) => sum + area, 0)
  return new Map(packages.map(([{ label }, area]) => [label, area / all]))
}

/**
 * Gives the `packageColourCount` packages with the largest areas an index each into the palette of packages, the
 * largest first, with the strongest colours. Further packages have none, and are pale. Profiles that are shown beside
 * each other get one assignment, the same in either order. Packages of one tier choose in the order of the hashes of
 * their names: two profiles whose tiers have the same packages have the same colours.
 */
export function assignPackageColours(...profiles: readonly PackageAreas[]): PackageColours {
  const areas = new Map<string, number>()
  for (const [label, area] of profiles.flatMap((ofProfile) => [...ofProfile])) {
    areas.set(label, (areas.get(label) ?? 0) + area)
  }
  const largest = [...areas].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)).map(([label]) => label)
  const colourOf = new Map<string, number>()
  for (const [first, end] of tiers) {
    const taken = new Set<number>()
    for (const label of largest.slice(first, end).sort((one, other) => hashText(one) - hashText(other))) {
      let index = first + (hashText(label) % (end - first))
      while (taken.has(index)) index = index + 1 < end ? index + 1 : first
      taken.add(index)
      colourOf.set(label, index)
    }
  }
  return new Map(largest.slice(0, packageColourCount).map((label) => [label, colourOf.get(label)!]))
}
