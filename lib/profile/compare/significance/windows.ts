/** Windows of a recording, each as if it were a recording. */
import type { PrunedItems } from './items.ts'
import { groupIndexes } from '../../model/sorted-columns.ts'
import type { Profile } from '../../model/profile.ts'
import { createMergedClock, getTimeSpan } from '../../time/time-span.ts'

/** Short windows of the recording as if each were a recording: samples cluster, and only this shows how much. */
export interface Replicates {
  readonly count: number
  /** Length of all windows together. */
  readonly lengthMs: number
  /** Weight of each window. */
  readonly totals: Float64Array
  /** Weight of tested item i in window w at [i * count + w]. */
  readonly weights: Float64Array
}

/** Weight of tested item `index`, and of all samples, in the windows from `from` to before `to`. */
export function sumWindows({ count, totals, weights }: Replicates, index: number, from: number, to: number) {
  let weight = 0
  let total = 0
  for (let window = from; window < to; window++) {
    weight += weights[index * count + window]!
    total += totals[window]!
  }
  return { weight, total }
}

/** Samples sorted into windows of equal recorded time, or into runs. */
interface SampleWindows {
  readonly count: number
  /** Length of one window; 1 for a run. */
  readonly lengthMs: number
  /** Samples by window: those of window w are order[starts[w]] to order[starts[w + 1] - 1]. */
  readonly order: Int32Array
  readonly starts: Int32Array
}

/** Windows of time that a comparison cuts a profile into, at most. */
const maxWindows = 16
/** Runs, too: so many show how far runs differ. */
export const minWindows = 4
/** Engines that count for a second and then tell have few distinct times: a window must hold some of them. */
const minTimesPerWindow = 2

/**
 * Null where samples have no times, or too few different ones. Samples without a time are left out. Of runs, each is a
 * window.
 */
function cutIntoWindows(profile: Profile): SampleWindows | null {
  const { samples } = profile
  if (profile.provenance.areThreadsRuns) return sortByRun(profile)
  const span = getTimeSpan(profile)
  if (span === null) return null
  const times = countTimes(samples.time, maxWindows * minTimesPerWindow)
  const count = Math.min(maxWindows, Math.floor(times / minTimesPerWindow))
  if (count < minWindows) return null
  const merged = createMergedClock(profile.provenance)
  // Equally much was recorded in each window: not one of them lies in the gap between two merged recordings.
  const clock = merged && merged(span[1]) > merged(span[0]) ? merged : (timeMs: number) => timeMs
  const [from, to] = [clock(span[0]), clock(span[1])]
  const lengthMs = (to - from) / count
  const windows = new Int32Array(samples.length).fill(-1)
  for (let sample = 0; sample < samples.length; sample++) {
    const time = samples.time[sample]!
    if (!Number.isFinite(time)) continue
    const window = Math.floor((clock(time) - from) / lengthMs)
    windows[sample] = Math.min(count - 1, Math.max(0, window)) // below 0 by rounding alone
  }
  const { members: order, starts } = groupIndexes(windows, count)
  return { count, lengthMs, order, starts }
}

/** null where too few runs have samples, as after a filter. */
function sortByRun({ samples, threads }: Profile): SampleWindows | null {
  const windowOf = new Int32Array(threads.length).fill(-1)
  let count = 0
  const windows = Int32Array.from(samples.thread, (thread) =>
    windowOf[thread]! < 0 ? (windowOf[thread] = count++) : windowOf[thread]!,
  )
  if (count < minWindows) return null
  const { members: order, starts } = groupIndexes(windows, count)
  return { count, lengthMs: 1, order, starts }
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

/** null where samples have no times, or are too few of them for windows. */
export function replicate(
  { tree, delta, count: tested, indexOfNode, nodeOf }: PrunedItems,
  { profile, nodeOfRow }: { readonly profile: Profile; readonly nodeOfRow: Int32Array },
  { grain }: { readonly grain: number },
): Replicates | null {
  const windows = cutIntoWindows(profile)
  if (windows === null) return null
  const { samples } = profile
  const { count, lengthMs, order, starts } = windows
  const totals = new Float64Array(count)
  const weights = new Float64Array(count * tested)
  const ofNode = new Float64Array(tree.length)
  for (let window = 0; window < count; window++) {
    for (let position = starts[window]!; position < starts[window + 1]!; position++) {
      const sample = order[position]!
      const weight = samples.weight[sample]! / grain
      const node = nodeOf[nodeOfSample(samples.stack[sample]!, nodeOfRow)]!
      if (node >= 0) ofNode[node] = ofNode[node]! + weight
      totals[window] = totals[window]! + weight
    }
    // Backwards, each node is complete before its caller needs it. Most have nothing in one window.
    for (let node = tree.length - 1; node >= 0; node--) {
      const weight = ofNode[node]!
      if (weight === 0) continue
      ofNode[node] = 0
      const at = indexOfNode[node]! * count + window
      weights[at] = weights[at]! + weight
      const caller = tree.parent[node]!
      if (delta === 'total' && caller >= 0) ofNode[caller] = ofNode[caller]! + weight
    }
  }
  return { count, lengthMs: count * lengthMs, totals, weights }
}

/** The node of the merged tree in which a sample ends; the root for one without a stack. */
export function nodeOfSample(row: number, nodeOfRow: Int32Array): number {
  return row < 0 ? 0 : Math.max(0, nodeOfRow[row]!)
}
