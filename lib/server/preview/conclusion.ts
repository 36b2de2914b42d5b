/** The one sentence in the preview image of a profile or comparison. */
import type { ComparedFunctions, GroupDelta } from '../../profile/compare/compare-functions.ts'
import { describeNoDifference } from '../../contract/describe-totals.ts'
import { isSurelyAbsent, notCertain } from '../../profile/compare/unsure-change.ts'
import { measureIdle } from '../../profile/filters/idle-stacks.ts'
import type { Profile } from '../../profile/model/profile.ts'
import { simpleName } from '../../profile/names/names.ts'
import { nameCause } from '../../profile/names/thread-work.ts'
import { collectFindings, describeHotMethodShare, findHotMethod } from '../../profile/quality/findings.ts'
import { formatShare } from '../../profile/format/units.ts'

/**
 * `Hot method: PriceRules.findWinningRule, 24.6% self`, else the first finding, with short names; empty without one.
 */
export function concludeProfile(profile: Profile): string {
  const idle = measureIdle(profile)
  const hot = findHotMethod(profile, idle)
  if (hot !== null) return `Hot method: ${simpleName(hot.name)}, ${describeHotMethodShare(profile, hot).text}`
  const [first] = collectFindings(profile, idle, hot)
  if (first === undefined) return ''
  const { text, names } = first
  return names.reduce((short, name) => short.replace(name, () => simpleName(name)), text).replace(/\.$/, '')
}

/** `shop` of `shop: PriceRules.findWinningRule` above a conclusion that names this method: an image names it once. */
export function titleAbove(conclusion: string, title: string): string {
  const at = title.lastIndexOf(': ')
  return at > 0 && conclusion.startsWith(`Hot method: ${title.slice(at + 2)}, `) ? title.slice(0, at) : title
}

export interface ComparisonConclusion {
  readonly conclusion: string
  /**
   * The change that it is about: the first significant difference, of functions if there is one, else one that is not
   * certain.
   */
  readonly named: GroupDelta | null
}

const marksOfStatus: Readonly<Partial<Record<GroupDelta['status'], string>>> = { new: 'New: ', gone: 'Gone: ' }

/** `PriceRules.findWinningRule 10% → 34%` */
export function concludeComparison({
  functions,
  packages,
  classes,
  unsure,
  engines,
  lostCallers,
}: Omit<ComparedFunctions, 'significance' | 'merged'>): ComparisonConclusion {
  // `cause` names the row whose change explains this one.
  const isCause = ({ isSignificant, cause }: GroupDelta) => isSignificant && cause === null
  const found = functions.find(isCause) ?? [...packages, ...classes].find(isCause)
  const named = found ?? unsure
  if (named === null) return { conclusion: describeNoDifference(null, engines, lostCallers), named }
  const { name, totalBefore, totalAfter, status, interval } = named
  const isSure = isSurelyAbsent(interval, totalAfter - totalBefore)
  const shown = nameCause(name, simpleName(name))
  const change = `${shown} ${formatShare(totalBefore)} → ${formatShare(totalAfter)}`
  const certainty = found === undefined ? notCertain : ''
  // The line of facts names the two engines.
  if (engines !== null) return { conclusion: `${certainty}${change}, perhaps by the engine`, named }
  const mark = found === undefined ? certainty : isSure ? (marksOfStatus[status] ?? '') : ''
  return { conclusion: `${mark}${change}`, named }
}
