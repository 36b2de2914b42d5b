/** Measures how far each replica of a service is from all the others, in the profile thread. */
import type { ReplicaComparison } from '../../contract/library.ts'
import { decodeStored } from './decode-stored.ts'
import { computeDistance } from '../../profile/compare/profile-distance.ts'

export type ReplicaDistance = Omit<ReplicaComparison['replicas'][number], 'profile'>

/** Gives the distances in the order of the profiles. Throws: Problem `unreadable-profile`. */
export function replicaDistances(gzipped: readonly Uint8Array[]): ReplicaDistance[] {
  const profiles = gzipped.map(decodeStored)
  return profiles.map((profile) => {
    const others = profiles.filter((other) => other !== profile)
    const { distance, expected, most } = computeDistance(profile, others)
    return { distance, expected, most: [...most] }
  })
}
