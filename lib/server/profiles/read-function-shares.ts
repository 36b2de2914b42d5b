/** In the profile thread: the shares of functions of stored profiles. */
import { computeFunctionShares, type FunctionShares } from '../../profile/compare/function-shares.ts'
import { decodeIfSound } from './decode-stored.ts'

/** A rarer function of a profile with more functions is no trend that samples could show. */
const maxFunctions = 10_000

/** null for a profile that cannot be read. The samples of a merged one are those of other profiles. */
export type ReadShares = FunctionShares | 'merged' | null

/** In the order of the profiles. */
export function readFunctionShares(gzipped: readonly Uint8Array[]): ReadShares[] {
  return gzipped.map((bytes) => {
    const profile = decodeIfSound(bytes)
    if (profile?.provenance.mergedFrom) return 'merged'
    return profile && computeFunctionShares(profile, maxFunctions)
  })
}
