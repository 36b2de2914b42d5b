import type { ProfileSummary } from '../../lib/contract.ts'
import { viewFromQuery, viewToQuery } from '../../lib/profile/view-query.ts'
import { keepTime, keptTime } from '../viewer/filter-changes.ts'
import { compareHref } from './compare-href.ts'

/** Something to compare a profile with. */
export interface CompareChoice {
  readonly title: string
  readonly profile: ProfileSummary
}

/** What stands to reason, out of the profiles of the same service: `history` is newest first. */
export function likelyChoices(current: ProfileSummary, history: readonly ProfileSummary[]): CompareChoice[] {
  const isAlike = ({ event, engine }: ProfileSummary) => event === current.event && engine === current.engine
  const earlier = history.filter((one) => one.id !== current.id && one.createdAt <= current.createdAt)
  const sameEvent = earlier.filter(({ event }) => event === current.event)
  const previous = sameEvent.find(isAlike) ?? sameEvent[0]
  const beforeDeploy = sameEvent.find((one) => imageOf(one) !== imageOf(current))
  const otherEngine = nearest(
    current,
    history.filter(({ event, engine }) => event === current.event && engine !== current.engine),
  )
  return [
    ...choice('Before the last deploy', beforeDeploy),
    ...choice('Previous', previous === beforeDeploy ? undefined : previous),
    ...choice('Another engine', otherEngine === previous || otherEngine === beforeDeploy ? undefined : otherEngine),
  ]
}

/** Whether these were recorded on more than one image. */
export function hasDeploy(history: readonly ProfileSummary[]): boolean {
  return new Set(history.map(imageOf)).size > 1
}

function choice(title: string, profile: ProfileSummary | undefined): CompareChoice[] {
  return profile ? [{ title, profile }] : []
}

/** What runs: the image's digest, or its name where nobody knows that. */
function imageOf({ imageDigest, image }: ProfileSummary): string {
  return imageDigest ?? image ?? ''
}

function nearest(to: ProfileSummary, among: readonly ProfileSummary[]): ProfileSummary | undefined {
  const apart = (one: ProfileSummary) => Math.abs(one.createdAt - to.createdAt)
  return among.reduce<ProfileSummary | undefined>(
    (best, one) => (one.id !== to.id && (!best || apart(one) < apart(best)) ? one : best),
    undefined,
  )
}

/**
 * The comparison of the profile on the page with another one. The later one of a service is what came after; what is of another service
 * or engine has no before and after, and this page stays what it was.
 */
export function hrefOfChoice(current: ProfileSummary, other: ProfileSummary, query: string): string {
  const view = viewFromQuery(new URLSearchParams(query))
  // The baseline's own filters were about another baseline.
  const kept = { ...view, comparison: { ...view.comparison, baselineFilters: null } }
  const isLater =
    other.service === current.service && other.event === current.event && other.createdAt > current.createdAt
  const [after, before] = isLater ? [other, current] : [current, other]
  return compareHref(after.id, before.id, viewToQuery(kept).toString())
}

/**
 * Two parts of one recording, side by side: its halves, or, where a stretch of time is chosen, the time before that and the chosen one.
 * Without `durationMs` both sides start with all of it, to be given threads or times there.
 */
export function hrefOfParts(id: string, query: string, durationMs: number | null): string {
  const view = viewFromQuery(new URLSearchParams(query))
  const parts = durationMs === null ? null : partsOf(keptTime(view.filters), durationMs)
  const { filters } = view
  return compareHref(
    id,
    id,
    viewToQuery({
      ...view,
      filters: parts ? keepTime(filters, parts.after) : filters,
      comparison: {
        ...view.comparison,
        mode: 'side',
        baselineFilters: parts ? keepTime(filters, parts.before) : filters,
      },
    }).toString(),
  )
}

type TimeRange = readonly [fromMs: number, toMs: number]

function partsOf(chosen: TimeRange | null, durationMs: number): { before: TimeRange; after: TimeRange } {
  const half = Math.round(durationMs / 2)
  // What is chosen from the very start has nothing before it.
  if (!chosen || chosen[0] <= 0) return { before: [0, half], after: [half, Math.ceil(durationMs)] }
  return { before: [Math.max(0, chosen[0] - (chosen[1] - chosen[0])), chosen[0]], after: chosen }
}
