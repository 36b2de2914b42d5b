/** Texts about a link wherever links are listed. */
import { formatDay } from '../../lib/contract/profile-title.ts'
import type { Share } from '../../lib/contract/shares.ts'
import { formatCount } from '../../lib/profile/format/units.ts'

/** `expires 2026-12-01`. */
export function formatExpiry({ expiresAt }: Share): string {
  return `expires ${formatDay(expiresAt)}`
}

/** `opened 2 times`. */
export function formatViews({ views }: Share): string {
  if (views === 0) return 'not opened yet'
  return views === 1 ? 'opened once' : `opened ${formatCount(views)} times`
}
