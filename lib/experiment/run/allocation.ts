/** What the profile of a run says of allocations, and how many requests ended while it was recorded. */
import type { ExperimentRun } from '../../contract/experiments.ts'
import { totalWeight } from '../../profile/model/stack-weights.ts'
import type { Profile } from '../../profile/model/profile.ts'
import type { LoadResults } from '../load/load-results.ts'

type Curve = Pick<LoadResults, 'intervalSeconds' | 'total'>

/**
 * Sums up a profile of the event alloc: its samples together weigh about as much as was allocated. `curve` is on the
 * profile's clock; null where the results are not. Gives null where the profile does not say when and how long it was
 * recorded, or has in it what was allocated before.
 */
export function summariseAllocation(profile: Profile, curve: Curve | null): ExperimentRun['allocation'] {
  const { startedAt, durationMs, warnings } = profile.provenance
  if (startedAt === null || durationMs === null || durationMs <= 0) return null
  if (warnings.some(({ code }) => code === 'weights-of-virtual-threads')) return null
  const seconds = durationMs / 1000
  const requests = curve === null ? null : countRequests(curve, startedAt, startedAt + durationMs)
  return {
    bytesPerSecond: totalWeight(profile) / seconds,
    requestsPerSecond: requests === null ? null : requests / seconds,
  }
}

/**
 * That ended in this time, Unix ms; those of an interval are spread evenly over it. null where there are no intervals.
 */
function countRequests({ intervalSeconds, total: { intervals } }: Curve, fromMs: number, toMs: number): number | null {
  if (intervals.length === 0) return null
  const intervalMs = intervalSeconds * 1000
  return intervals.reduce((sum, { startMs, requests }) => {
    const sharedMs = Math.min(toMs, startMs + intervalMs) - Math.max(fromMs, startMs)
    return sum + (requests * Math.max(0, sharedMs)) / intervalMs
  }, 0)
}
