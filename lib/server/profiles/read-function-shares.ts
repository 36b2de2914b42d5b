/** In the profile thread: the shares of functions of stored profiles. */
import { gunzipSync } from 'node:zlib'
import { isProblem } from '../../errors.ts'
import { computeFunctionShares, type FunctionShares } from '../../profile/compare/function-shares.ts'
import { decodeProfile } from '../../profile/encoding/encode.ts'

/** A rarer function of a profile with more functions is no trend that samples could show. */
const maxFunctions = 10_000

/** In the order of the profiles; null for one that cannot be read. */
export function readFunctionShares(gzipped: readonly Uint8Array[]): (FunctionShares | null)[] {
  return gzipped.map((bytes) => {
    try {
      return computeFunctionShares(decodeProfile(Uint8Array.from(gunzipSync(bytes))), maxFunctions)
    } catch (error) {
      if (isProblem(error) || isZlibError(error)) return null
      throw error
    }
  })
}

export function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}
