import { noService } from '../../../../lib/contract/constants.ts'
import type { ProfileSummary } from '../../../../lib/contract/profile.ts'
import { areOfOneService, haveComparableUnits, imageKeyOf } from '../../../../lib/contract/comparable-profiles.ts'
import { viewFromQuery, viewToQuery } from '../../../../lib/profile/view/view-query.ts'
import type { ViewState } from '../../../../lib/profile/view/view.ts'
import { setTimeFilter, getTimeFilter } from '../../filters/filter-changes.ts'
import type { TimeRange } from '../../time/heat-map-geometry.ts'
import { leaveTimeOrder } from '../../view/view-changes.ts'
import { createCompareHref } from '../../../links/compare-href.ts'

/** From this length on, two halves of a recording meet and end at tenths of a second, which people read. */
const tenthsFromMs = 10_000

/** Something to compare a profile with. */
export interface CompareChoice {
  readonly title: string
  readonly profile: ProfileSummary
}

/** Profiles that a person most likely wants to compare with, of `history`: those of the same service, newest first. */
export function suggestBaselines(current: ProfileSummary, history: readonly ProfileSummary[]): CompareChoice[] {
  const isComparable = (one: ProfileSummary) =>
    one.id !== current.id && one.event === current.event && haveComparableUnits(one, current)
  const comparable = history.filter(isComparable)
  const earlier = comparable.filter(({ createdAt }) => createdAt <= current.createdAt)
  const previous = earlier.find(({ engine }) => engine === current.engine) ?? earlier[0]
  const beforeDeploy = lastBeforeDeploy(current, earlier)
  const otherEngine = findNearest(
    current,
    comparable.filter(({ engine }) => engine !== current.engine),
  )
  return [
    ...toChoice('Before the last deploy', beforeDeploy),
    ...toChoice('Previous', previous === beforeDeploy ? undefined : previous),
    ...toChoice('Another engine', otherEngine === previous || otherEngine === beforeDeploy ? undefined : otherEngine),
  ]
}

/**
 * Finds it as lib/store/library/services.ts does: imports that know no image (their key is '') are no deploy; of the
 * image before, a profile of the same engine is preferred. `earlier`: the newest first.
 */
function lastBeforeDeploy(current: ProfileSummary, earlier: readonly ProfileSummary[]): ProfileSummary | undefined {
  const image = imageKeyOf(current)
  const before = earlier.filter(({ createdAt }) => createdAt < current.createdAt)
  const other = before.find((one) => !['', image].includes(imageKeyOf(one)))
  if (image === '' || !other) return undefined
  return before.find((one) => imageKeyOf(one) === imageKeyOf(other) && one.engine === current.engine) ?? other
}

/** Whether these were recorded on more than one image. */
export function hasDeploy(history: readonly ProfileSummary[]): boolean {
  return new Set(history.map(imageKeyOf).filter((image) => image !== '')).size > 1
}

function toChoice(title: string, profile: ProfileSummary | undefined): CompareChoice[] {
  return profile ? [{ title, profile }] : []
}

function findNearest(to: ProfileSummary, among: readonly ProfileSummary[]): ProfileSummary | undefined {
  const apart = (one: ProfileSummary) => Math.abs(one.createdAt - to.createdAt)
  return among.reduce<ProfileSummary | undefined>(
    (best, one) => (!best || apart(one) < apart(best) ? one : best),
    undefined,
  )
}

/**
 * Sorts profiles of other services: the likest of each service before a second one of any, as an experiment has dozens.
 * The likest are of the same program, then of the same engine, then of any service; else the order stays.
 */
export function orderByLikeness(current: ProfileSummary, others: readonly ProfileSummary[]): ProfileSummary[] {
  const likeness = ({ mainClass, engine, service }: ProfileSummary) =>
    (mainClass !== null && mainClass === current.mainClass ? 4 : 0) +
    (engine === current.engine ? 2 : 0) +
    (service === noService ? 0 : 1)
  const likestFirst = others.toSorted((one, other) => likeness(other) - likeness(one))
  const turns = new Map<string, number>()
  const inTurns = likestFirst.map((profile) => {
    const turn = turns.get(profile.service) ?? 0
    turns.set(profile.service, turn + 1)
    return { profile, turn }
  })
  return inTurns.toSorted((one, other) => one.turn - other.turn).map(({ profile }) => profile)
}

/**
 * Gives the address of the comparison of the profile on the page with another one. Of two of one service and event the
 * later one is after. Else they have no before and after: the one on the page stays the profile, and the other one is
 * its baseline. Another event is compared side by side.
 */
export function createChoiceHref(current: ProfileSummary, other: ProfileSummary, query: string): string {
  const view = comparableView(query)
  // The baseline's own filters were about another baseline.
  const mode = other.event === current.event ? view.comparison.mode : 'side'
  const viewForBoth = { ...view, comparison: { ...view.comparison, mode, baselineFilters: null } }
  const isLater =
    areOfOneService(other, current) && other.event === current.event && other.createdAt > current.createdAt
  const [after, before] = isLater ? [other, current] : [current, other]
  return createCompareHref(after.id, before.id, viewToQuery(viewForBoth).toString())
}

/**
 * Gives the address of two parts of one recording, side by side: its halves, or, where a stretch of time is chosen, the
 * time before that and the chosen one. `span` is from when to when it has samples, in ms; without it both sides start
 * with all of it, to be given threads or times there.
 */
export function createHalvesHref(id: string, query: string, span: TimeRange | null): string {
  const view = comparableView(query)
  const parts = span && splitTimeRange(getTimeFilter(view.filters), span)
  const { filters } = view
  return createCompareHref(
    id,
    id,
    viewToQuery({
      ...view,
      filters: parts ? setTimeFilter(filters, parts.after) : filters,
      comparison: {
        ...view.comparison,
        mode: 'side',
        baselineFilters: parts ? setTimeFilter(filters, parts.before) : filters,
      },
    }).toString(),
  )
}

function comparableView(query: string): ViewState {
  const view = viewFromQuery(new URLSearchParams(query))
  return { ...view, ...leaveTimeOrder(view) }
}

/** Splits a recording in two, where no range from some time on is chosen. Each sample is in one of the halves. */
function splitTimeRange(chosen: TimeRange | null, span: TimeRange): { before: TimeRange; after: TimeRange } {
  // A range from the very start has no time before it.
  if (chosen && chosen[0] > 0)
    return { before: [Math.max(0, chosen[0] - (chosen[1] - chosen[0])), chosen[0]], after: chosen }
  const from = Math.floor(span[0])
  // A range excludes its end.
  const to = Math.floor(span[1]) + 1
  const stepMs = to - from >= tenthsFromMs ? 100 : 1
  const half = Math.round((from + to) / 2 / stepMs) * stepMs
  return { before: [from, half], after: [half, Math.ceil(to / stepMs) * stepMs] }
}
