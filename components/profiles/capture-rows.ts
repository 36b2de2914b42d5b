/** Profiles as lists show them: the events of one capture, or of one file, are one row. */
import { captureKeyOf } from '../../lib/contract/capture-key.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { compareByEvent } from '../../lib/profile/model/event-ids.ts'

export interface CaptureRow {
  /** Id of the capture, or of a profile that is of none. */
  readonly key: string
  /** Never none; the CPU first. */
  readonly events: readonly ProfileSummary[]
  /** Ids of the events that were asked for; the others are there because these are. */
  readonly found: ReadonlySet<string>
}

/**
 * Where the first event of each capture is that was asked for. `others` are events that were not, of the same captures.
 */
export function groupByCapture(
  profiles: readonly ProfileSummary[],
  others: readonly ProfileSummary[] = [],
): readonly CaptureRow[] {
  const found = Map.groupBy(profiles, captureKeyOf)
  const besides = Map.groupBy(others, captureKeyOf)
  return [...found].map(([key, events]) => ({
    key,
    events: [...events, ...(besides.get(key) ?? [])].sort(compareByEvent),
    found: new Set(events.map(({ id }) => id)),
  }))
}

/** Gives the event that a row shows and opens: the first that was asked for. */
export function leadOf({ events, found }: CaptureRow): ProfileSummary {
  return events.find(({ id }) => found.has(id)) ?? events[0]!
}

/**
 * One profile of each row: of an event that all of them have, the one that the first row tells of before others; else
 * what each tells of.
 */
export function pickComparable(rows: readonly CaptureRow[]): readonly ProfileSummary[] {
  const [first] = rows
  if (!first) return []
  const ofEvent = ({ events }: CaptureRow, event: string) => events.find((profile) => profile.event === event)
  const common = [leadOf(first), ...first.events].find(({ event }) => rows.every((row) => ofEvent(row, event)))
  return rows.map((row) => (common && ofEvent(row, common.event)) ?? leadOf(row))
}

/** Gives whether both rows show the same: lists group their profiles anew each time they are rendered. */
export function isSameRow(one: CaptureRow, other: CaptureRow): boolean {
  if (one.key !== other.key || one.events.length !== other.events.length) return false
  return one.events.every(
    (profile, index) => profile === other.events[index] && one.found.has(profile.id) === other.found.has(profile.id),
  )
}

/** The row with what was changed of its profiles. */
export function updateRow(row: CaptureRow, changed: ReadonlyMap<string, ProfileSummary>): CaptureRow {
  if (!row.events.some(({ id }) => changed.has(id))) return row
  return { ...row, events: row.events.map((profile) => changed.get(profile.id) ?? profile) }
}
