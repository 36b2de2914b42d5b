import { maxFalseDiscoveryRate, type SignificanceResults } from '../merged-tree/comparison.ts'

/** Whether a difference counts: what was not tested does not. */
export function isSignificant({ q }: Pick<SignificanceResults, 'q'>, index: number): boolean {
  return q[index]! <= maxFalseDiscoveryRate
}
