import { getDurationSeconds, type SecondsOfBoth } from '../merged-tree/comparison-scales.ts'
import { mergeFrames } from '../merged-tree/merge-frames.ts'
import type { Profile } from '../../model/profile.ts'
import { estimateCommonDispersion, estimateDispersions } from './dispersion.ts'
import { replicate, type SideSamples, sumSide } from './side-evidence.ts'
import { pruneForTesting, type TestItems } from './tested-items.ts'

export interface ComparisonPower {
  /** For people. */
  readonly sentence: string
  /** Points of share, 0 to 100, by which a frame of 1 % must move; null where one of the two is empty. */
  readonly points: number | null
  /** Seconds more, of each recording, that would halve it; null where nobody knows how long they took. */
  readonly halvedBySeconds: number | null
  /** Whether windows showed how much samples cluster; false where they have no times, and it is guessed from what the two have in common. */
  readonly isClustered: boolean
}

const share = 0.01

/**
 * What two recordings can tell and what they cannot, by how many samples they have and how much those cluster. Stacks must end where their
 * weight is: not inverted. `seconds` is given where filters left only a range of time.
 */
export function computePower(
  before: Profile,
  after: Profile,
  seconds: SecondsOfBoth = [getDurationSeconds(before), getDurationSeconds(after)],
): ComparisonPower {
  const one = estimateFunctionDispersion(before)
  const two = estimateFunctionDispersion(after)
  if (one.samples === 0 || two.samples === 0) {
    const which = one.samples === 0 ? (two.samples === 0 ? 'Both are' : 'The baseline is') : 'This profile is'
    return { sentence: `${which} empty: nothing to compare.`, points: null, halvedBySeconds: null, isClustered: false }
  }
  const isClustered = one.isKnown || two.isKnown
  const dispersion = isClustered ? Math.max(one.dispersion, two.dispersion) : estimateUntimedDispersion(before, after)
  const points = 196 * Math.sqrt(share * (1 - share) * dispersion * (1 / one.samples + 1 / two.samples))
  const halvedBySeconds = secondsToHalve(seconds)
  return { sentence: formatPower(points, halvedBySeconds, isClustered), points, halvedBySeconds, isClustered }
}

/** Half the error takes four times the samples, of both. */
function secondsToHalve([before, after]: SecondsOfBoth): number | null {
  return before === null || after === null ? null : 3 * Math.max(before, after)
}

function formatPower(points: number, seconds: number | null, isClustered: boolean): string {
  const least = points < 0.995 ? points.toFixed(points < 0.1 ? 2 : 1) : String(Math.round(points * 10) / 10)
  const moves = `Smallest detectable change of a 1% frame: ${points < 1 ? '±' : '+'}${least} points`
  const removal = points < 1 ? '' : ' (its removal cannot be detected)'
  const more = seconds === null ? '' : `. Recording ${formatSeconds(seconds)} longer halves it`
  const unsure = isClustered
    ? ''
    : '. Samples have no times, so how much they cluster is guessed from functions that did not change'
  return `${moves}${removal}${more}${unsure}.`
}

function formatSeconds(seconds: number): string {
  if (seconds < 10) return `${Math.max(1, Math.round(seconds))} s`
  return seconds < 600 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`
}

/** How surely a recording tells the shares of its functions. */
export interface FunctionDispersion {
  /** Samples of equal weight that would be as sure. */
  readonly samples: number
  /** How many times larger than that of random sampling the variance of a share is, over all functions; 1 where nobody knows. */
  readonly dispersion: number
  readonly isKnown: boolean
}

/** Functions with fewer samples say nothing of how samples cluster. */
const minSamples = 10

export function estimateFunctionDispersion(profile: Profile): FunctionDispersion {
  const { items, side } = sumSelfByFunction(profile)
  const sums = sumSide(items, side)
  const samples = sums.totalSquares > 0 ? sums.total ** 2 / sums.totalSquares : 0
  const tested = Uint32Array.from(sums.weight.keys()).filter((item) => {
    const isAll = sums.weight[item] === sums.total
    return !isAll && sums.weight[item]! ** 2 >= minSamples * sums.squares[item]!
  })
  const spread = estimateDispersions(
    { ...sums, replicates: replicate(pruneForTesting(items, tested), side, sums) },
    tested,
    true,
  )
  return { samples, dispersion: spread?.pooled ?? 1, isKnown: spread !== null }
}

/** The dispersion of two profiles, of which neither has times, by what they have in common. */
function estimateUntimedDispersion(before: Profile, after: Profile): number {
  const { ofBefore, ofAfter, frames } = mergeFrames(before, after)
  const one = sumSide(...collectSelfByFunction(before, ofBefore, frames.length))
  const two = sumSide(...collectSelfByFunction(after, ofAfter, frames.length))
  const tested = Uint32Array.from(one.weight.keys()).filter((item) => {
    const weight = one.weight[item]! + two.weight[item]!
    return weight ** 2 >= minSamples * (one.squares[item]! + two.squares[item]!) && weight > 0
  })
  return estimateCommonDispersion(one, two, tested)
}

function collectSelfByFunction(profile: Profile, frameOf: Int32Array, length: number): [TestItems, SideSamples] {
  const { items, side } = sumSelfByFunction(profile, frameOf, length)
  return [items, side]
}

/**
 * What ends in each function of one profile, as items to test: a tree of frames, all of them roots. Items are rows of the profile's own frame
 * table, or of another of `length` rows, which `frameOf` leads to.
 */
function sumSelfByFunction(
  { frames, stacks, ...profile }: Profile,
  frameOf?: Int32Array,
  length = frames.length,
): { items: TestItems; side: SideSamples } {
  const nodes = length + 1
  const nodeOfRow = new Int32Array(stacks.length)
  for (let row = 0; row < nodeOfRow.length; row++) {
    const frame = stacks.frame[row]!
    nodeOfRow[row] = (frameOf ? frameOf[frame]! : frame) + 1
  }
  const itemOfNode = new Int32Array(nodes)
  for (let node = 0; node < nodes; node++) itemOfNode[node] = node - 1
  const parent = new Int32Array(nodes)
  parent[0] = -1
  return {
    items: { length, tree: { length: nodes, parent }, delta: 'self', itemOfNode },
    side: { profile: { ...profile, frames, stacks }, nodeOfRow },
  }
}
