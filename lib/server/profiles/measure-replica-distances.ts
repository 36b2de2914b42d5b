/**
 * Measures, in the profile thread, how far each replica of a service is from its other replicas.
 *
 * In: the stored profile of each replica, packed with gzip. Out, for each in the same order: the total variation
 * distance (0 to 1) between the self shares of its functions and the mean of those of the others, the distance that
 * sampling noise alone would give, and the functions that differ most. The formulas are in `computeDistance`.
 */
import type { ReplicaComparison } from '../../contract/library.ts'
import { computeDistance } from '../../profile/compare/profile-distance.ts'
import { decodeStored } from './decode-stored.ts'

/** What the API says of one replica, besides its profile: `distance`, `expected` and `most`. */
export type ReplicaDistance = Omit<ReplicaComparison['replicas'][number], 'profile'>

/** Gives the distances in the order of the stored profiles. Throws: Problem `unreadable-profile`. */
export function measureReplicaDistances(storedProfiles: readonly Uint8Array[]): ReplicaDistance[] {
  const replicas = storedProfiles.map(decodeStored)
  return replicas.map((replica) => {
    const others = replicas.filter((other) => other !== replica)
    const { distance, expected, most } = computeDistance(replica, others)
    return { distance, expected, most: [...most] } // a copy, since the contract's array is not readonly
  })
}
