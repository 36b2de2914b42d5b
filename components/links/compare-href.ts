import type { ProfileSummary } from '../../lib/contract/profile.ts'

/**
 * The address of a comparison: the page of the later profile, with the earlier one as its baseline. Both may be the
 * same profile, for two of its time ranges or threads. `query` is a view as view-query.ts writes it; a baseline in it
 * is replaced.
 *
 *     createCompareHref('p2', 'p1', 'mode=side&q=json')    /profiles/p2?baseline=p1&mode=side&q=json
 */
export function createCompareHref(afterId: string, beforeId: string, query = ''): string {
  const asked = new URLSearchParams(query)
  asked.delete('baseline')
  const rest = asked.toString()
  return `/profiles/${encodeURIComponent(afterId)}?baseline=${encodeURIComponent(beforeId)}${rest && `&${rest}`}`
}

/**
 * Links to the comparison of the later of two profiles with the earlier one, side by side where they count different
 * events.
 */
export function createComparisonHref(one: ComparedProfile, other: ComparedProfile, query = ''): string {
  const [before, after] = one.createdAt <= other.createdAt ? [one, other] : [other, one]
  const asked = new URLSearchParams(query)
  if (one.event !== other.event) asked.set('mode', 'side')
  return createCompareHref(after.id, before.id, asked.toString())
}

type ComparedProfile = Pick<ProfileSummary, 'id' | 'createdAt' | 'event'>

/** The same the other way round: what was before is after. What each side is filtered by goes along. */
export function createSwapHref(afterId: string, beforeId: string, query = ''): string {
  const asked = new URLSearchParams(query)
  const [after, before] = [asked.getAll('f'), asked.getAll('bf')]
  const isOwn = asked.has('bf')
  asked.delete('f')
  asked.delete('bf')
  for (const filter of isOwn ? before.filter((text) => text !== '') : after) asked.append('f', filter)
  if (isOwn) for (const filter of after.length > 0 ? after : ['']) asked.append('bf', filter)
  const requests = /^([^-]+)-([^-]+)$/.exec(asked.get('requests') ?? '')
  if (requests) asked.set('requests', `${requests[2]}-${requests[1]}`)
  return createCompareHref(beforeId, afterId, asked.toString())
}

/** The profile alone, with as much of the view as means something without a baseline. */
export function createProfileHref(id: string, query = ''): string {
  const asked = new URLSearchParams(query)
  for (const name of ['baseline', 'mode', 'width', 'delta', 'scale', 'requests', 'fade', 'bf']) asked.delete(name)
  const rest = asked.toString()
  return `/profiles/${encodeURIComponent(id)}${rest && `?${rest}`}`
}

/**
 * The address of two configurations of an experiment in the viewer: their weights are CPU time of each request already.
 */
export function createRunsHref(experimentId: string, [before, after]: readonly [number, number]): string {
  return `/experiments/${experimentId}/compare/${before}/${after}?scale=request`
}
