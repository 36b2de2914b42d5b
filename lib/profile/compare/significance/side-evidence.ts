import type { DeltaKind } from '../merged-tree/comparison.ts'
import { type PrunedItems, sumByItem, type TestItems } from './tested-items.ts'
import { sumOverSubtrees } from '../../model/stack-weights.ts'
import type { CallTree } from '../../tree/tree-columns.ts'
import type { Profile } from '../../model/profile.ts'
import { groupIndexes } from '../../model/sorted-columns.ts'
import { getTimeSpan } from '../../time/time-span.ts'

/** Samples sorted into windows of equal length, or into runs. */
interface SampleWindows {
  readonly count: number
  /** Of one window; 1 for a run. */
  readonly lengthMs: number
  /** Samples by window: those of window w are order[starts[w]] to order[starts[w + 1] - 1]. */
  readonly order: Int32Array
  readonly starts: Int32Array
}

const maxWindows = 16
/** Runs, too: so many show how far runs differ. */
export const minWindows = 4
/** Engines that count for a second and then tell have few distinct times: a window must hold some of them. */
const minTimesPerWindow = 2

/** Null where samples have no times, or too few different ones. Samples without a time are left out. Of runs, each is a window. */
function cutIntoWindows(profile: Profile): SampleWindows | null {
  const { samples } = profile
  if (profile.provenance.areThreadsRuns) return sortByRun(profile)
  const span = getTimeSpan(profile)
  if (span === null) return null
  const times = countTimes(samples.time, maxWindows * minTimesPerWindow)
  const count = Math.min(maxWindows, Math.floor(times / minTimesPerWindow))
  if (count < minWindows) return null
  const [from, to] = span
  const lengthMs = (to - from) / count
  const windows = new Int32Array(samples.length).fill(-1)
  for (let sample = 0; sample < samples.length; sample++) {
    const time = samples.time[sample]!
    if (Number.isFinite(time)) windows[sample] = Math.min(count - 1, Math.floor((time - from) / lengthMs))
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

/** What the samples of one side say of each item, and how much they can be trusted. */
export interface SideStatistics {
  /** What a mean sample of this side weighs, in its own unit. All weights below are in it: sides may count different things. */
  readonly grain: number
  /** Of all samples. */
  readonly total: number
  /** By item. */
  readonly weight: Float64Array
  /** By item: sums of each sample's weight, squared. What is one sample of weight 9 is less sure than nine of weight 1. */
  readonly squares: Float64Array
  readonly totalSquares: number
  readonly replicates: Replicates | null
}

/** Short windows of the recording as if each were a recording: samples cluster, and only this shows how much. */
export interface Replicates {
  readonly count: number
  /** Of all windows together. */
  readonly lengthMs: number
  /** Weight of each window. */
  readonly totals: Float64Array
  /** Weight of tested item i in window w at [i * count + w]. */
  readonly weights: Float64Array
}

/** The samples of one side in the merged tree. */
export interface SideSamples {
  readonly profile: Profile
  /** Node of the merged tree by row of the profile's stacks. */
  readonly nodeOfRow: Int32Array
  /** Of all samples. */
  readonly total: number
  readonly totalSquares: number
  /** By node: what ends there, or passes through it. Worked out once, whatever is tested. */
  readonly ofNodes: (delta: DeltaKind) => NodeSums
}

interface NodeSums {
  readonly weight: Float64Array
  /** Of each sample's weight, squared. */
  readonly squares: Float64Array
}

export function sumSamples(
  tree: Pick<CallTree, 'length' | 'parent'>,
  profile: Profile,
  nodeOfRow: Int32Array,
): SideSamples {
  const { samples } = profile
  const square = createSquare(profile)
  const self = { weight: new Float64Array(tree.length), squares: new Float64Array(tree.length) }
  let total = 0
  let totalSquares = 0
  for (let sample = 0; sample < samples.length; sample++) {
    const weight = samples.weight[sample]!
    if (!(weight > 0)) continue
    const node = nodeOfSample(samples.stack[sample]!, nodeOfRow)
    self.weight[node] = self.weight[node]! + weight
    self.squares[node] = self.squares[node]! + square(weight)
    total += weight
    totalSquares += square(weight)
  }
  let through: NodeSums | undefined
  const ofNodes = (delta: DeltaKind) =>
    delta === 'self'
      ? self
      : (through ??= {
          weight: sumOverSubtrees(tree, self.weight),
          squares: sumOverSubtrees(tree, self.squares),
        })
  return { profile, nodeOfRow, total, totalSquares, ofNodes }
}

/** Weight and squares; replicates come later, for what is worth testing. */
export function sumSide(
  items: TestItems,
  { total, totalSquares, ofNodes }: SideSamples,
): Omit<SideStatistics, 'replicates'> {
  const grain = total > 0 ? totalSquares / total : 1
  const { weight, squares } = ofNodes(items.delta)
  return {
    grain,
    total: total / grain,
    weight: sumByItem(items, weight).map((sum) => sum / grain),
    squares: sumByItem(items, squares).map((sum) => sum / grain ** 2),
    totalSquares: totalSquares / grain ** 2,
  }
}

function nodeOfSample(row: number, nodeOfRow: Int32Array): number {
  return row < 0 ? 0 : Math.max(0, nodeOfRow[row]!)
}

/**
 * A weight of 42 samples is 42 samples of weight 1; so is a weight of 42 ticks of the clock that samples by time. Any other weight (bytes,
 * time off the CPU) is one observation.
 */
function createSquare({ unit, samples, provenance }: Profile): (weight: number) => number {
  const { frequencyHz } = provenance
  const tick = unit === 'samples' ? 1 : unit === 'nanoseconds' && frequencyHz !== null ? 1e9 / frequencyHz : 0
  const isCounted = tick > 0 && samples.weight.every((weight) => isNearlyWhole(weight / tick))
  return isCounted ? (weight) => weight * tick : (weight) => weight * weight
}

function isNearlyWhole(count: number): boolean {
  return count === 0 || (count > 0.5 && Math.abs(count - Math.round(count)) < 0.02 * Math.max(1, count))
}

/** null where samples have no times, or are too few of them for windows. */
export function replicate(
  { tree, delta, count: tested, indexOfNode, nodeOf }: PrunedItems,
  { profile, nodeOfRow }: Pick<SideSamples, 'profile' | 'nodeOfRow'>,
  { grain }: Pick<SideStatistics, 'grain'>,
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
