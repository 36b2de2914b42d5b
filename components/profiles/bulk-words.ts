import type { ProfileSummary } from '../../lib/contract.ts'
import type { BulkChange } from '../../lib/contract/library.ts'
import { visibleText } from '../ui/visible-text.ts'
import { formatCount } from '../units.ts'

/** `“checkout before the fix”`, or `12 profiles`. */
export function countOf(profiles: readonly ProfileSummary[]): string {
  const [only] = profiles
  return profiles.length === 1 && only ? `“${visibleText(only.name, 60)}”` : `${formatCount(profiles.length)} profiles`
}

/** What was done to many profiles, and which of them were left as they are. */
export function sayBulk(
  { action, label = '' }: Pick<BulkChange, 'action' | 'label'>,
  changed: readonly ProfileSummary[],
  kept: readonly ProfileSummary[],
): { text: string; more?: string } {
  const done = {
    delete: `Deleted ${countOf(changed)}.`,
    restore: `Brought ${countOf(changed)} back.`,
    pin: `Pinned ${countOf(changed)}.`,
    unpin: `Unpinned ${countOf(changed)}.`,
    'add-label': `Labelled ${countOf(changed)} “${visibleText(label, 60)}”.`,
    'remove-label': `Took “${visibleText(label, 60)}” from ${countOf(changed)}.`,
  }[action]
  if (kept.length === 0) return { text: done }
  const more = `${countOf(kept)} ${kept.length === 1 ? 'is' : 'are'} pinned and kept: unpin first.`
  return changed.length === 0 ? { text: 'Nothing was deleted.', more } : { text: done, more }
}
