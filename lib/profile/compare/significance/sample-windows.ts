import type { Profile } from '../../model/profile.ts'
import { timeSpanOf } from '../../time/time-span.ts'

/** Samples sorted into windows of equal length. */
export interface SampleWindows {
  readonly count: number
  /** Of one window. */
  readonly lengthMs: number
  /** Samples by window: those of window w are order[starts[w]] to order[starts[w + 1] - 1]. */
  readonly order: Uint32Array
  readonly starts: Uint32Array
}

const mostWindows = 16
const fewestWindows = 4
/** Engines that count for a second and then tell have few distinct times: a window must hold some of them. */
const leastTimesInWindow = 2

/** Null where samples have no times, or too few different ones. Samples without a time are left out. */
export function cutIntoWindows(profile: Profile): SampleWindows | null {
  const { samples } = profile
  const span = timeSpanOf(profile)
  if (span === null) return null
  const times = countTimes(samples.time, mostWindows * leastTimesInWindow)
  const count = Math.min(mostWindows, Math.floor(times / leastTimesInWindow))
  if (count < fewestWindows) return null
  const [from, to] = span
  const lengthMs = (to - from) / count
  const windowOf = (time: number) => Math.min(count - 1, Math.floor((time - from) / lengthMs))
  const starts = new Uint32Array(count + 2)
  for (const time of samples.time) if (Number.isFinite(time)) starts[windowOf(time) + 2]!++
  for (let window = 2; window < starts.length; window++) starts[window] = starts[window]! + starts[window - 1]!
  const order = new Uint32Array(starts.at(-1)!)
  for (let sample = 0; sample < samples.length; sample++) {
    const time = samples.time[sample]!
    if (Number.isFinite(time)) order[starts[windowOf(time) + 1]!++] = sample
  }
  return { count, lengthMs, order, starts: starts.subarray(0, count + 1) }
}

/** Different times among the samples, as far as it matters. */
function countTimes(times: Float64Array, enough: number): number {
  const met = new Set<number>()
  for (const time of times) {
    if (Number.isFinite(time)) met.add(time)
    if (met.size >= enough) break
  }
  return met.size
}
