/**
 * Names a profile on pages. Its stored name is from a person or a file, or was made up when it was captured. Made-up
 * names are alike for all captures of a service, so pages show the parts that differ: the hot method, and the moment.
 */
import { simpleName } from '../profile/names/names.ts'
import { getEventLabel } from './engines.ts'
import type { ProfileSummary } from './profile.ts'
import { formatDuration } from '../profile/format/units.ts'

type Named = Pick<ProfileSummary, 'name' | 'service' | 'event' | 'captureId' | 'hotMethod'>
/** When it was captured, if that is known, and when it was stored. */
export type Timed = Pick<ProfileSummary, 'capturedAt' | 'createdAt'>
type Dated = Named & Timed

/** The name that a capture is stored with: `shop: PriceRules.findWinningRule`, `shop cpu 30 s`, `shop cpu 0.4 s`. */
export function makeUpName({ service, event, hotMethod }: Omit<Named, 'name' | 'captureId'>, seconds: number): string {
  const method = simpleHotMethod({ hotMethod })
  return method === null ? `${service} ${event} ${roundSeconds(seconds)} s` : `${service}: ${method}`
}

/** In tenths below a second: "0 s" would say that nothing was recorded. */
const roundSeconds = (seconds: number): number =>
  seconds >= 1 || seconds === 0 ? Math.round(seconds) : Math.max(0.1, Math.round(seconds * 10) / 10)

const madeUpSeconds = / \d+([.]\d)? s$/

/**
 * Gives the name that a person or a file gave, without the event that an import puts behind it; null where it was made
 * up.
 */
export function givenName({ name, service, event, captureId, hotMethod }: Named): string | null {
  const ending = ` ${event}`
  const method = simpleHotMethod({ hotMethod })
  // Names that a message of OTLP and a copy for others get.
  if (name === `${service}${ending}` || name === `${service}: ${method}`) return null
  if (captureId === null) return name
  // The service may have been renamed since.
  const isMadeUp =
    (method !== null && name.endsWith(`: ${method}`)) ||
    (madeUpSeconds.test(name) && name.replace(madeUpSeconds, '').endsWith(ending))
  if (isMadeUp) return null
  return name.endsWith(ending) ? name.slice(0, -ending.length) : name
}

/** Gives the automatic name of a profile, in place of the one that a person or a file gave. */
export function restoreName(profile: Named & Pick<ProfileSummary, 'durationMs'>): string {
  const { service, event, captureId, durationMs } = profile
  if (captureId === null) return nameWithoutCapture({ ...profile, name: `${service} ${event}` })
  return makeUpName(profile, (durationMs ?? 0) / 1000)
}

/** `PriceRules.findWinningRule`. */
export function simpleHotMethod({ hotMethod }: Pick<Named, 'hotMethod'>): string | null {
  return hotMethod && simpleName(hotMethod.name)
}

/** `Class.method` of the hot method; null where there is none, or where the name says it already. */
export function hotMethodBesideName(profile: Named): string | null {
  const method = simpleHotMethod(profile)
  return method === null || givenName(profile)?.includes(method) ? null : method
}

/** Gives the name that the profile was given, else its service. */
export function subjectOf(profile: Named): string {
  return givenName(profile) ?? profile.service
}

/**
 * Gives its name with its hot method: the name that it was given, else `shop: PriceRules.findWinningRule`.
 */
export function profileName(profile: Named): string {
  return givenName(profile) ?? profileHeadline(profile)
}

/**
 * `shop: PriceRules.findWinningRule`; without a name of its own and a hot method `shop allocations`, and `shop` of the
 * CPU.
 */
export function profileHeadline(profile: Named): string {
  const method = hotMethodBesideName(profile)
  const subject = subjectOf(profile)
  if (method !== null) return `${subject}: ${method}`
  return isNamedByEvent(profile) ? `${subject} ${getEventWithin(profile.event)}` : subject
}

/** Whether it has neither a given name nor a hot method: its service and event are all that it can be called by. */
function isUnnamed(profile: Named): boolean {
  return givenName(profile) === null && simpleHotMethod(profile) === null
}

/** Whether its headline says of which event it is. */
export function isNamedByEvent(profile: Named): boolean {
  return profile.event !== 'cpu' && isUnnamed(profile)
}

/** The name of a copy for others, which has no capture: without one, `givenName` takes `shop cpu` alone for made up. */
export function nameWithoutCapture(profile: Named): string {
  return isUnnamed(profile) ? `${profile.service} ${profile.event}` : profileName(profile)
}

/** The title of an event within a name: `off-CPU`; `CPU` as it is. */
export function getEventWithin(event: string): string {
  const title = getEventLabel(event)
  return /^\p{Lu}{2}/u.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1)
}

/**
 * `shop: PriceRules.findWinningRule · 20 s · 2026-11-23 15:40 UTC`, with the event unless it is the CPU: where nothing
 * stands beside it.
 */
export function profileTitle(profile: Dated & Pick<ProfileSummary, 'durationMs'>): string {
  const { event, durationMs } = profile
  const eventTitle = event === 'cpu' || isNamedByEvent(profile) ? [] : [getEventLabel(event)]
  const duration = durationMs === null ? [] : [formatDuration(durationMs)]
  return [profileHeadline(profile), ...eventTitle, ...duration, formatCaptured(profile)].join(' · ')
}

/**
 * `shop: PriceRules.findWinningRule, 2026-11-23 15:40 UTC`: one among others. With seconds where two of one minute are
 * to differ.
 */
export function datedHeadline(profile: Dated, hasSeconds = false): string {
  return `${profileHeadline(profile)}, ${formatCaptured(profile, hasSeconds)}`
}

/**
 * Gives the title of its row in the library, where the service and the duration have cells of their own: the name that
 * it was given; else its hot method; else its event and its moment, `CPU, 15:40:12 UTC` of the day of `now` (Unix ms).
 */
export function rowName(profile: Dated, now: number): string {
  const moment = describeCaptured(profile, (at) => formatMomentNear(at, now, true))
  return givenName(profile) ?? simpleHotMethod(profile) ?? `${getEventLabel(profile.event)}, ${moment}`
}

/** Its given name, else all that differs: for those who hear it, and read no columns. */
export function profileLabel(profile: Dated): string {
  return givenName(profile) ?? datedHeadline(profile)
}

/** Gives `2026-11-23 15:40 UTC`; `added 2026-11-23 15:40 UTC` where the time of the capture is not known. */
export function formatCaptured(profile: Timed, hasSeconds = false): string {
  return describeCaptured(profile, (at) => formatMoment(at, hasSeconds))
}

/** `format` gives the text of a moment (Unix ms). */
function describeCaptured({ capturedAt, createdAt }: Timed, format: (at: number) => string): string {
  const moment = format(capturedAt ?? createdAt)
  return capturedAt === null ? `added ${moment}` : moment
}

/** `2026-11-23`, the day in UTC. */
export function formatDay(at: number): string {
  return new Date(at).toISOString().slice(0, '2026-11-23'.length)
}

/** `2026-11-23 15:40 UTC`; `2026-11-23 15:40:12 UTC` with seconds. */
export function formatMoment(at: number, hasSeconds = false): string {
  const text = new Date(at).toISOString().slice(0, hasSeconds ? 19 : 16)
  return `${text.replace('T', ' ')} UTC`
}

/** `2026-11-23 15:40 to 15:45 UTC`; of one minute `2026-11-23 15:40 UTC`, of two days with both. */
export function formatMomentRange([from, to]: readonly [number, number]): string {
  const [first, last] = [formatMoment(from), formatMoment(to)]
  return first === last ? first : `${first.replace(' UTC', '')} to ${formatMomentNear(to, from)}`
}

/** `15:40 UTC` of the day that it is at `now`, else the day too. */
export function formatMomentNear(at: number, now: number, hasSeconds = false): string {
  const text = formatMoment(at, hasSeconds)
  return formatDay(at) === formatDay(now) ? text.slice('2026-11-23 '.length) : text
}
