/** A bucket of tokens for each caller: short bursts pass, floods do not. */

export type RateLimit = ReturnType<typeof createRateLimit>

/** Callers from which on those that have a full bucket again are forgotten: what the rate limit costs in memory. */
const mostBuckets = 1000

/**
 * Limits how many requests a caller may send: `burst` at once, then `perSecond`. A clock that is set back or forth must
 * not open the bucket: `nowMs` is monotonic.
 */
export function createRateLimit(
  { burst, perSecond }: { burst: number; perSecond: number },
  nowMs: () => number = () => performance.now(),
) {
  const buckets = new Map<string, { tokens: number; at: number }>()
  const fillsInMs = (burst / perSecond) * 1000
  return {
    /** Seconds to wait, 0 when the call may pass now. */
    take(caller: string): number {
      const now = nowMs()
      // A full bucket is the same as none, so the map holds only callers of the last moments.
      if (buckets.size > mostBuckets) for (const [key, { at }] of buckets) if (now - at > fillsInMs) buckets.delete(key)
      const bucket = buckets.get(caller) ?? { tokens: burst, at: now }
      const tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond)
      const passes = tokens >= 1
      buckets.set(caller, { tokens: passes ? tokens - 1 : tokens, at: now })
      return passes ? 0 : Math.ceil((1 - tokens) / perSecond)
    },
  }
}
