/** Days as people choose them, in UTC like every time on the screen. Moments are Unix ms. */
import { dayMs } from '../../lib/contract/constants.ts'
import { formatDay, formatMoment } from '../../lib/contract/profile-title.ts'

/** `2026-11-22`, empty for none: what an input of a day has as its value. */
export function formatDayInput(at: number | null): string {
  return at === null ? '' : formatDay(at)
}

/** Gives the first moment of a day; null where no day is given. */
export function parseDayStart(day: string): number | null {
  const at = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(at) ? null : at
}

/** Gives the first moment after a day; null where no day is given. */
export function parseDayEnd(day: string): number | null {
  const at = parseDayStart(day)
  return at === null ? null : at + dayMs
}

/** `since 2026-11-21 14:05`, `2026-11-01 to 2026-11-07`. */
export function formatDayRange(from: number | null, to: number | null): string {
  const start = from === null ? null : formatDayOrMoment(from)
  // The end of a range of days is the first moment after its last day.
  const end = to === null ? null : formatDayOrMoment(to % dayMs === 0 ? to - dayMs : to)
  if (start === null) return end === null ? '' : `until ${end}`
  return end === null ? `since ${start}` : `${start} to ${end}`
}

function formatDayOrMoment(at: number): string {
  return at % dayMs === 0 ? formatDay(at) : formatMoment(at).replace(' UTC', '')
}
