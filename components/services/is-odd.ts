import type { ReplicaComparison } from '../../lib/contract/library.ts'

type Distance = Pick<ReplicaComparison['replicas'][number], 'distance' | 'expected'>

/** Further from the others than noise would bring it: twice what noise gives on average, and two points of share. */
export function isOdd({ distance, expected }: Distance): boolean {
  return distance > 2 * expected && distance - expected > 0.02
}
