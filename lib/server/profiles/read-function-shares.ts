/** In the profile thread: the shares of functions of stored profiles. */
import { computeFunctionShares, type FunctionShares } from '../../profile/compare/function-shares.ts'
import { decodeIfSound } from './decode-stored.ts'

/** A rarer function of a profile with more functions is no trend that samples could show. */
const maxFunctions = 10_000

/** In the order of the profiles; null for one that cannot be read. */
export function readFunctionShares(gzipped: readonly Uint8Array[]): (FunctionShares | null)[] {
  return gzipped.map((bytes) => {
    const profile = decodeIfSound(bytes)
    return profile && computeFunctionShares(profile, maxFunctions)
  })
}
