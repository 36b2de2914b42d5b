import { getDurationSeconds, type SecondsOfBoth } from './merged-tree/comparison-scales.ts'
import { estimateUntimedDispersion, estimateFunctionDispersion } from './significance/function-dispersion.ts'
import type { Profile } from '../model/profile.ts'

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
  const moves =
    points < 1
      ? `A 1 % frame must move ${least} points to stand out from noise`
      : `A 1 % frame must grow by ${least} points to stand out from noise, and cannot be seen to go`
  const more = seconds === null ? '' : `; ${formatSeconds(seconds)} more of each would halve that`
  const unsure = isClustered
    ? ''
    : '. Samples have no times, so how much they cluster is guessed from functions that did not change'
  return `${moves}${more}${unsure}.`
}

function formatSeconds(seconds: number): string {
  if (seconds < 10) return `${Math.max(1, Math.round(seconds))} s`
  return seconds < 600 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`
}
