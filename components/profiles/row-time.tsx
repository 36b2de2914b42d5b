'use client'
import type { Timed } from '../../lib/contract/profile-title.ts'
import { formatAgo } from '../../lib/profile/format/units.ts'
import { Time, useNow } from '../live/use-now.tsx'

/** A capture that came to the library so long after it began, or longer, says both. */
const shownApartMs = 60_000

/**
 * Shows the time that lists are sorted by: when a capture of this dashboard began, when anything else was added, with
 * when that was captured.
 */
export function RowTime({ of }: { of: Timed }) {
  const now = useNow()
  const { isAdded, capturedAt } = readTimes(of)
  const ago = formatAgo(now - of.createdAt)
  if (!isAdded) return <Time at={of.createdAt}>{ago}</Time>
  return (
    <>
      <Time at={of.createdAt} more="added to the library">{`added ${ago}`}</Time>
      {capturedAt === null ? null : (
        <span className="text-xs lg:block">
          <Time at={capturedAt}>{`captured ${formatAgo(now - capturedAt)}`}</Time>
        </span>
      )}
    </>
  )
}

/** `capturedAt` is null where it is unknown, or about when it was added. */
export function readTimes({ capturedAt, createdAt }: Timed): { isAdded: boolean; capturedAt: number | null } {
  const isApart = capturedAt !== null && Math.abs(createdAt - capturedAt) >= shownApartMs
  return { isAdded: capturedAt !== createdAt, capturedAt: isApart ? capturedAt : null }
}
