/** Texts about a link wherever links are listed. */
import { formatMoment } from '../../lib/contract/profile-title.ts'
import type { ListedShare, Redaction, Share } from '../../lib/contract/shares.ts'
import { formatCount } from '../../lib/profile/format/units.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'

/** `link 2 to shop: PriceRules.findWinningRule`: names it in the labels of its buttons. `index`: in its list. */
export function nameLink({ profileName }: Pick<ListedShare, 'profileName'>, index: number): string {
  return `link ${index + 1} to ${visibleText(profileName)}`
}

/** `expires 2026-12-01 15:40 UTC`. */
export function formatExpiry({ expiresAt }: Pick<Share, 'expiresAt'>): string {
  return `expires ${formatMoment(expiresAt)}`
}

/** `opened 2 times`. */
export function formatViews({ views }: Share): string {
  if (views === 0) return 'not opened yet'
  return views === 1 ? 'opened once' : `opened ${formatCount(views)} times`
}

/** The audiences of a link, as the dialog and the lists of links call them. */
export const audienceLabels = { members: 'People who sign in', public: 'Anyone with the link' } as const

/** `without methods, where it ran`: tells links of one profile apart. */
export function formatHidden({ keepPackages, threads, places: hidesOrigin }: Redaction): string {
  const hidden = [
    ...(keepPackages === null ? [] : ['methods']),
    ...(threads ? ['threads'] : []),
    ...(hidesOrigin ? ['where it ran'] : []),
  ]
  return `without ${hidden.join(', ')}`
}

/** All that is hidden, in whole: what `formatHidden` has no room for. */
export function describeHidden({ keepPackages, threads, places: hidesOrigin }: Redaction): string {
  const kept = keepPackages?.length ? `, except of ${keepPackages.join(', ')} and the JDK` : ''
  const hidden = [
    ...(keepPackages === null ? [] : [`method names${kept}`]),
    ...(threads ? ['thread names'] : []),
    ...(hidesOrigin ? ['where it ran'] : []),
    'notes',
  ]
  return `Hides ${hidden.join(', ')}`
}
