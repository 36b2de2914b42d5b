/** Computes the shares of functions of stored profiles; it runs in the profile thread. */
import { computeFunctionShares, type FunctionShares } from '../../profile/compare/function-shares.ts'
import { decodeIfSound } from './decode-stored.ts'

/** Functions kept of a profile for a trend, the largest, and as many packages: others have too few samples. */
const maxKeptFunctions = 10_000

/** null for a profile that cannot be read. The samples of a merged one are those of others, and would count twice. */
export type ReadShares = FunctionShares | 'merged' | null

/** Gives the shares of each profile, in the order of `gzipped`. */
export function readFunctionShares(gzipped: readonly Uint8Array[]): ReadShares[] {
  return gzipped.map((bytes) => {
    const profile = decodeIfSound(bytes)
    if (profile?.provenance.mergedFrom) return 'merged'
    return profile && computeFunctionShares(profile, maxKeptFunctions)
  })
}
