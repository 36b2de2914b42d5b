/** Computes the shares of functions of stored profiles; it runs in the profile thread. */
import { computeFunctionShares, type FunctionShares } from '../../profile/compare/function-shares.ts'
import { decodeIfSound } from './decode-stored.ts'

/**
 * Functions that are kept of a profile, the largest, and as many packages: of others, samples are too few for a trend.
 */
const maxFunctions = 10_000

/** null for a profile that cannot be read. The samples of a merged one are those of others, and would count twice. */
export type ReadShares = FunctionShares | 'merged' | null

/** Gives the shares of each profile, in the order of `gzipped`. */
export function readFunctionShares(gzipped: readonly Uint8Array[]): ReadShares[] {
  return gzipped.map((bytes) => {
    const profile = decodeIfSound(bytes)
    if (profile?.provenance.mergedFrom) return 'merged'
    return profile && computeFunctionShares(profile, maxFunctions)
  })
}
