import { type ProfileSummary, mostLabels } from '../../lib/contract/profile.ts'
import type { BulkChange } from '../../lib/contract/library.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { formatCount } from '../format/units.ts'

/** `“checkout before the fix”`, or `12 profiles`. */
export function formatProfileCount(profiles: readonly ProfileSummary[]): string {
  const [only] = profiles
  return profiles.length === 1 && only ? `“${visibleText(only.name, 60)}”` : `${formatCount(profiles.length)} profiles`
}

/** What was done to many profiles, and which of them were left as they are. */
export function formatBulkResult(
  { action, label = '' }: Pick<BulkChange, 'action' | 'label'>,
  changed: readonly ProfileSummary[],
  kept: readonly ProfileSummary[],
): { text: string; more?: string } {
  const done = {
    delete: `Deleted ${formatProfileCount(changed)}.`,
    restore: `Brought ${formatProfileCount(changed)} back.`,
    pin: `Pinned ${formatProfileCount(changed)}.`,
    unpin: `Unpinned ${formatProfileCount(changed)}.`,
    'add-label': `Labelled ${formatProfileCount(changed)} “${visibleText(label, 60)}”.`,
    'remove-label': `Took “${visibleText(label, 60)}” from ${formatProfileCount(changed)}.`,
  }[action]
  if (kept.length === 0) return { text: changed.length === 0 ? 'Nothing was left to change.' : done }
  const isOne = kept.length === 1
  const [nothing, why] =
    action === 'delete'
      ? ['Nothing was deleted.', `${isOne ? 'is' : 'are'} pinned and kept: unpin first.`]
      : ['Nothing was labelled.', `${isOne ? 'has' : 'have'} ${mostLabels} labels already, and no room for one more.`]
  return { text: changed.length === 0 ? nothing : done, more: `${formatProfileCount(kept)} ${why}` }
}
