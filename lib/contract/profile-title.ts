/** What a profile is called where nothing else stands beside it: the title of a window or of a shared link. */
import { simpleName } from '../profile/names/names.ts'
import { getEventLabel } from './engines.ts'
import type { ProfileSummary } from './profile.ts'
import { formatDuration } from '../profile/format/units.ts'

type Named = Pick<ProfileSummary, 'name' | 'hotMethod'>

/** `Class.method` of the hot method; null where there is none, or where the name says it already. */
export function hotMethodBesideName({ name, hotMethod }: Named): string | null {
  const method = hotMethod && simpleName(hotMethod.name)
  return method === null || name.includes(method) ? null : method
}

/** `shop: PriceRules.findWinningRule`. */
export function profileHeadline(profile: Named): string {
  const method = hotMethodBesideName(profile)
  return method === null ? profile.name : `${profile.name}: ${method}`
}

/** `shop: PriceRules.findWinningRule · 20 s · 2026-11-23 15:40 UTC`, with the event unless it is the CPU. */
export function profileTitle(profile: Named & Pick<ProfileSummary, 'event' | 'durationMs' | 'createdAt'>): string {
  const { event, durationMs, createdAt } = profile
  const eventTitle = event === 'cpu' ? [] : [getEventLabel(event)]
  const duration = durationMs === null ? [] : [formatDuration(durationMs)]
  return [profileHeadline(profile), ...eventTitle, ...duration, formatMoment(createdAt)].join(' · ')
}

/** `2026-11-23 15:40 UTC`. */
export function formatMoment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
