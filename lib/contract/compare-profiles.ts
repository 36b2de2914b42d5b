/** Two profiles set against each other, the same for the dashboard and for files that the command line reads. */
import { Problem } from '../errors.ts'
import { notCertain } from '../profile/compare/unsure-change.ts'
import { compareFunctions, type FunctionDelta } from '../profile/compare/compare-functions.ts'
import { getScaleBases } from '../profile/compare/merged-tree/comparison-scales.ts'
import { formatShare } from '../profile/format/units.ts'
import { describeSharedRecordings } from '../profile/merge/recordings.ts'
import { normalizeStacks } from '../profile/compare/merged-tree/normalize-stacks.ts'
import type { Profile } from '../profile/model/profile.ts'
import { compareWarmUp } from '../profile/quality/compare-warm-up.ts'
import { haveComparableUnits } from './comparable-profiles.ts'
import type { Comparison } from './comparisons.ts'
import { describeTotals, engineCaution, explainShareAlone } from './describe-totals.ts'
import { getEngineLabel, getEventLabel } from './engines.ts'

/** The part of a comparison that is in the profiles themselves. */
export type ComparedProfiles = Omit<Comparison, 'before' | 'after'>

/** `limit`: how many rows of each kind are wanted at most. Throws: Problem `not-comparable`. */
export function compareProfiles(before: Profile, after: Profile, limit: number): ComparedProfiles {
  const pair = normalizeStacks(before, after)
  const event = requireOneEvent(pair.before, pair.after)
  const compared = compareFunctions(pair.before, pair.after)
  const { packages, classes, functions, unsure, significance, engines, lostCallers } = compared
  const isQuiet = ![packages, classes].some((rows) => rows.some(({ isSignificant }) => isSignificant))
  const left = functions.length - limit
  const bases = getScaleBases(pair.before, pair.after)
  const byShare = explainShareAlone(bases, event)
  const { sentence, canShowChange, uncertainty } = significance.power()
  return {
    totals: describeTotals(bases, event),
    power: sentence,
    canShowChange,
    uncertainty,
    engines,
    lostCallers,
    warnings: [
      ...(byShare === null ? [] : [`${byShare}.`]),
      ...differences(pair.before, pair.after),
      ...pair.notes,
      ...describeSharedRecordings(before, after),
      ...compareWarmUp(before, after),
      ...(isQuiet && unsure
        ? [`${describeUnsure(unsure)}. ${engines === null ? '' : `${engineCaution}. `}${uncertainty}`]
        : []),
      ...(left > 0 ? [leftOut(left)] : []),
    ],
    packages: packages.slice(0, limit),
    classes: classes.slice(0, limit),
    functions: functions.slice(0, limit),
  }
}

/** Gives the event that both count. Throws: Problem `not-comparable`. */
function requireOneEvent(before: Profile, after: Profile): string {
  if (!haveComparableUnits(before, after))
    throw new Problem('not-comparable', { reason: `one counts ${before.unit} and the other ${after.unit}` })
  const [event, other] = [before.provenance.event, after.provenance.event]
  if (event !== other)
    throw new Problem('not-comparable', {
      reason: `their events are ${getEventLabel(event)} and ${getEventLabel(other)}`,
    })
  return event
}

/** Lists causes of a difference that no code made. */
function differences(before: Profile, after: Profile): string[] {
  const [one, other] = [before, after].map(({ provenance }) => getEngineLabel(provenance.engine))
  return one === other ? [] : [`They have another engine: ${one} before, ${other} after.`]
}

function describeUnsure({ name, totalBefore, totalAfter }: FunctionDelta): string {
  const change = `${formatShare(totalBefore)} → ${formatShare(totalAfter)}`
  return `${notCertain}${name} ${change}`
}

function leftOut(count: number): string {
  return `${count} more ${count === 1 ? 'function is' : 'functions are'} left out, those that changed least.`
}
