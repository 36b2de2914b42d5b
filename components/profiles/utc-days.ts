/** Days as people choose them, in UTC like every time on the screen. */
const dayMs = 86_400_000

/** `2026-11-22`, empty for none: what an input of a day holds. */
export function formatDay(at: number | null): string {
  return at === null ? '' : new Date(at).toISOString().slice(0, 10)
}

/** The first moment of that day; null for none. */
export function parseDayStart(day: string): number | null {
  const at = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(at) ? null : at
}

/** The first moment after that day; null for none. */
export function parseDayEnd(day: string): number | null {
  const at = parseDayStart(day)
  return at === null ? null : at + dayMs
}

/** `since 2026-11-21 14:05`, `2026-11-01 to 2026-11-07`. */
export function formatDayRange(from: number | null, to: number | null): string {
  const formatMoment = (at: number) =>
    at % dayMs === 0 ? formatDay(at) : new Date(at).toISOString().slice(0, 16).replace('T', ' ')
  if (from === null) return to === null ? '' : `until ${formatMoment(to - (to % dayMs === 0 ? dayMs : 0))}`
  return to === null
    ? `since ${formatMoment(from)}`
    : `${formatMoment(from)} to ${formatMoment(to - (to % dayMs === 0 ? dayMs : 0))}`
}
