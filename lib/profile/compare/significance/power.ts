import { testShares } from './exact-tests.ts'
import { defaultDispersion, minItems } from './dispersion.ts'
import type { ItemTests } from './item-tests.ts'
import { comparisonLevels, maxFalseDiscoveryRate, type ScaleBases } from '../merged-tree/comparison.ts'
import { formatDuration, formatShare } from '../../format/units.ts'

/** A recording that is longer by more than this is not proposed. */
const longestFactor = 64

export interface ComparisonPower {
  /** The result for people. */
  readonly sentence: string
  /**
   * Points of share, 0 to 100, of which so many more must end in a frame of 1% to be found in four of five runs; null
   * where one of the two is empty.
   */
  readonly points: number | null
  /** Seconds more, of each recording, that would halve it; null where it is unknown how long they took. */
  readonly halvedBySeconds: number | null
  /**
   * Whether windows showed how much samples cluster; false where they have no times, and it is guessed from what the
   * two have in common.
   */
  readonly isClustered: boolean
  /** Whether a change could be found at all, however large; true of one recording beside itself, which has none. */
  readonly canShowChange: boolean
  /** Why noise may explain a large change, and what would tell, for people; empty where one of the two is empty. */
  readonly uncertainty: string
}

/** The two recordings as far as their samples do not say it. */
interface ComparedRecordings {
  /** They are one recording beside itself, which can show no change. */
  readonly isOne: boolean
  /** Whether a sample of one of them has a time, or is of a run that is known. */
  readonly haveTimes: boolean
  /** What to do so that totals can be compared, where one lost more callers; null where neither did. */
  readonly lossRemedy: string | null
}

const uncertainties = {
  few: 'Samples are too few: record both for much longer.',
  noTimes:
    'Samples have no times, so noise is guessed from functions that did not change: compare recordings with times, such as JFR, or profiles that Hearth captured.',
  noise: 'Samples are too few, or vary too much: record for longer, or once the program is warm.',
}

/** Self share (0 to 1) of the frame that the sentences are about, 1%. */
const frame = 0.01
/** Four of five runs have a count that is at most so many standard deviations below its mean. */
const fourOfFive = 0.8416
/**
 * The dispersion of one function is taken to be this many times the common one: functions differ, and a function's own
 * windows show its dispersion only by chance. Where it is guessed from two recordings, other two give another guess.
 */
const ownNoise = { timed: 1.5, guessed: 2 }

/**
 * Computes the smallest change that two recordings can show, by the test itself, of self weight of functions: in four
 * of five runs a change of the stated size is found, among all functions that are tested.
 */
export function computePower(
  { samples, effective, count, isTimed }: ItemTests,
  { before, after }: ScaleBases,
  { isOne, haveTimes, lossRemedy }: ComparedRecordings,
): ComparisonPower {
  if (!(before.total > 0 && after.total > 0)) {
    const which = before.total > 0 ? 'This profile is' : after.total > 0 ? 'The baseline is' : 'Both are'
    return {
      ...{ sentence: `${which} empty: nothing to compare.`, points: null, halvedBySeconds: null },
      ...{ isClustered: false, canShowChange: false, uncertainty: '' },
    }
  }
  // It must be the surest of so many functions, and of as many packages and classes.
  const chance = maxFalseDiscoveryRate / Math.max(1, comparisonLevels.length * count)
  const areFew = !isUseful(findLeastGain(samples[0], samples[1], chance))
  const uncertainty = areFew ? uncertainties.few : haveTimes ? uncertainties.noise : uncertainties.noTimes
  if (isOne)
    return {
      sentence: 'Before and after are one profile, sample by sample: nothing can differ.',
      points: null,
      halvedBySeconds: null,
      ...{ isClustered: isTimed, canShowChange: true, uncertainty },
    }
  const noise = isTimed ? ownNoise.timed : ownNoise.guessed
  const least = (side: 0 | 1) =>
    Math.min(effective[side] / noise, samples[side] / (count < minItems ? defaultDispersion : 1))
  const detectable = (longer: number) => findLeastGain(least(0) * longer, least(1) * longer, chance)
  const gain = detectable(1)
  const seconds = before.seconds !== null && after.seconds !== null ? Math.max(before.seconds, after.seconds) : null
  const halvedBySeconds =
    seconds && seconds * (bisect(1, longestFactor, (longer) => detectable(longer) <= gain / 2) - 1)
  const points = gain * 100
  const guess = isTimed ? null : haveTimes ? 'Times, or runs, are too few' : 'Samples have no times'
  const sentence = isUseful(gain)
    ? `${lossRemedy ?? adviseLength(halvedBySeconds)} ${formatPower(points, testLoss(least(0), least(1), chance), guess)}`
    : areFew || haveTimes
      ? 'Record both for much longer: as they are, no change of a frame at 1% self can be detected.'
      : 'No change of a frame at 1% self can be detected: samples have no times.'
  return { sentence, points, halvedBySeconds, isClustered: isTimed, canShowChange: isUseful(gain), uncertainty }
}

function findLeastGain(before: number, after: number, chance: number): number {
  const isFound = (gain: number) => {
    const share = Math.min(1, frame + gain)
    const spread = Math.sqrt(after * share * (1 - share) + (after / before) * after * frame * (1 - frame))
    const count = after * share - fourOfFive * spread
    if (count / after <= frame) return false
    return testShares({ count: before * frame, outOf: before }, { count, outOf: after }) <= chance
  }
  return bisect(0, 1 - frame, isFound)
}

/** Whether a frame that is removed is found. */
function testLoss(before: number, after: number, chance: number): boolean {
  const count = before * frame - fourOfFive * Math.sqrt(before * frame * (1 - frame))
  return count > 0 && testShares({ count, outOf: before }, { count: 0, outOf: after }) <= chance
}

/** The least value of the range from which on it is so, `high` where it is never so. */
function bisect(low: number, high: number, isSo: (value: number) => boolean): number {
  let [no, yes] = [low, high]
  // 40 halvings: to a part in 10^12 of the range.
  for (let step = 0; step < 40; step++) {
    const middle = (no + yes) / 2
    if (isSo(middle)) yes = middle
    else no = middle
  }
  return yes
}

/** Share that a frame has to gain to be detected; from here on, nothing that happens can be. */
const mostUsefulGain = 0.9

function isUseful(gain: number): boolean {
  return gain < mostUsefulGain
}

function adviseLength(seconds: number | null): string {
  return seconds === null
    ? 'Record both for longer to detect smaller changes.'
    : `Record both for ${formatRounded(seconds)} longer to detect changes half as large.`
}

/** `guess`: why it is guessed how much samples cluster; null where their windows show it. */
function formatPower(points: number, isRemovalSeen: boolean, guess: string | null): string {
  const grown = formatShare(frame + points / 100)
  const removal = isRemovalSeen ? '' : '; its removal is not'
  const unsure =
    guess === null ? '' : ` ${guess}, so how much samples cluster is guessed from functions that did not change.`
  return `Now a frame at 1% self is detected if it grows to about ${grown}${removal}.${unsure}`
}

/** To the second, and of more than ten minutes to the minute. */
function formatRounded(seconds: number): string {
  const step = seconds < 600 ? 1 : 60
  return formatDuration(Math.max(1, Math.round(seconds / step) * step) * 1000)
}
