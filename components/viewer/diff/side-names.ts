import type { ProfileSummary } from '../../../lib/contract/profile.ts'
import { subjectOf } from '../../../lib/contract/profile-title.ts'
import { type ComparedNames, comparisonTitle, nameSides } from '../../../lib/contract/tell-apart.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import { describeFilter } from '../filters/filter-labels.ts'
import { eachSide, type Side } from './side.ts'
import { listSideFilters, selectSideFilters } from './side-filters.ts'

type FilteredView = Pick<ViewState, 'filters' | 'comparison'>

/**
 * Names two sides by their profiles; two parts of one profile by their times and threads, `isByPart`.
 *
 *     { common: 'shop', before: '0 to 15 s', after: '15 to 30 s', facts: { before: [], after: [] }, isByPart: true }
 */
export function nameViewedSides(
  before: ProfileSummary,
  after: ProfileSummary,
  view: FilteredView,
): ComparedNames & { readonly isByPart: boolean } {
  const names = nameSides(before, after)
  const parts = eachSide((side) => nameSidePart(view, side))
  if (before.id !== after.id || parts.before === parts.after) return { ...names, isByPart: false }
  return { ...names, common: subjectOf(after), ...eachSide((side) => parts[side] || 'all'), isByPart: true }
}

/** `shop: 15 to 30 s against 0 to 15 s`, of a window; of two profiles as comparisonTitle gives it. */
export function titleViewedSides(before: ProfileSummary, after: ProfileSummary, view: FilteredView): string {
  const names = nameViewedSides(before, after, view)
  return names.isByPart ? `${names.common}: ${names.after} against ${names.before}` : comparisonTitle(before, after)
}

/** A name made of facts without the one that is `weight`, for a place beside it; empty where there is no other. */
export function omitWeight(name: string, weight: string): string {
  return name
    .split(', ')
    .filter((fact) => fact !== weight)
    .join(', ')
}

/** Names the part of its recording that a side shows: `0 to 15 s, thread main`; empty for all of it. */
export function nameSidePart(view: FilteredView, side: Side): string {
  const texts = selectSideFilters(listSideFilters(view, side)).map((step) => {
    const { action, subject } = describeFilter(step)
    return step.type === 'time' ? subject : `${action} ${subject}`
  })
  return texts.join(', ')
}
