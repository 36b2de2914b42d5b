import type { BulkChange, BulkResult } from '../../lib/contract/library.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { rowName } from '../../lib/contract/profile-title.ts'
import { mostChanged, mostLabels } from '../../lib/contract/constants.ts'
import { callApi } from '../api/call-api.ts'
import { afterNextFrame } from '../ui/after-next-frame.ts'
import { showProblem, showToast } from '../ui/toast.tsx'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { formatCount } from '../../lib/profile/format/units.ts'

export type BulkAction = Pick<BulkChange, 'action' | 'label'>

const opposites = {
  delete: 'restore',
  restore: 'delete',
  pin: 'unpin',
  unpin: 'pin',
  'add-label': 'remove-label',
  'remove-label': 'add-label',
} as const satisfies Record<BulkChange['action'], BulkChange['action']>

/**
 * Does one thing to many profiles and offers to take it back from those that it changed: the server knows which were so
 * already. `onChange` tells the lists of both.
 */
export async function changeMany(
  profiles: readonly ProfileSummary[],
  { action, label }: BulkAction,
  onChange: (changed: readonly ProfileSummary[]) => void,
): Promise<void> {
  const idsOf = (those: readonly ProfileSummary[]) => those.map(({ id }) => id)
  try {
    const { changed, kept } = await sendBulkChange({ ids: idsOf(profiles), action, label })
    onChange(changed)
    const undo = () => {
      sendBulkChange({ ids: idsOf(changed), action: opposites[action], label }).then((result) => {
        onChange(result.changed)
        if (action === 'delete' || action === 'restore') focusRowOf(result.changed)
      }, showProblem)
    }
    const message = formatBulkResult({ action, label }, changed, kept)
    showToast(changed.length > 0 ? { ...message, action: { text: 'Undo', run: undo } } : message)
  } catch (error) {
    showProblem(error)
  }
}

/** Gives the focus to the row that is back in its list: that of the toast has fallen to another row. */
function focusRowOf(profiles: readonly ProfileSummary[]): void {
  const before = document.activeElement
  afterNextFrame(() => {
    const active = document.activeElement
    // A person may have put it elsewhere meanwhile.
    if (active !== before && active !== document.body) return
    const rows = profiles.map(({ id }) => document.querySelector(`[data-profile="${id}"]`))
    rows
      .find((row) => row !== null)
      ?.querySelector<HTMLElement>('input, a[href]')
      ?.focus()
  })
}

async function sendBulkChange({ ids, ...change }: BulkChange): Promise<BulkResult> {
  const results: BulkResult[] = []
  for (let from = 0; from < ids.length; from += mostChanged) {
    const body = { ids: ids.slice(from, from + mostChanged), ...change }
    results.push(await callApi('/api/v1/profiles/bulk', { method: 'POST', body, answer: 'bulkResult' }))
  }
  return { changed: results.flatMap(({ changed }) => changed), kept: results.flatMap(({ kept }) => kept) }
}

/** `“checkout before the fix”`, as its row says, or `12 profiles`. */
function formatProfileCount(profiles: readonly ProfileSummary[]): string {
  const [only] = profiles
  return profiles.length === 1 && only
    ? `“${visibleText(rowName(only, Date.now()))}”`
    : `${formatCount(profiles.length)} profiles`
}

/** Says what was done to many profiles, and which of them were left as they are. */
export function formatBulkResult(
  { action, label = '' }: Pick<BulkChange, 'action' | 'label'>,
  changed: readonly ProfileSummary[],
  kept: readonly ProfileSummary[],
): { text: string; more?: string } {
  const done = {
    delete: `Deleted ${formatProfileCount(changed)}.`,
    restore: `Restored ${formatProfileCount(changed)}.`,
    pin: `Pinned ${formatProfileCount(changed)}.`,
    unpin: `Unpinned ${formatProfileCount(changed)}.`,
    'add-label': `Labelled ${formatProfileCount(changed)} “${visibleText(label)}”.`,
    'remove-label': `Took “${visibleText(label)}” from ${formatProfileCount(changed)}.`,
  }[action]
  if (kept.length === 0) return { text: changed.length === 0 ? 'Nothing was left to change.' : done }
  const isOne = kept.length === 1
  const [nothing, why] =
    action === 'delete'
      ? ['Nothing was deleted.', `${isOne ? 'is' : 'are'} pinned and kept: unpin first.`]
      : ['Nothing was labelled.', `${isOne ? 'has' : 'have'} ${mostLabels} labels already, and no room for one more.`]
  return { text: changed.length === 0 ? nothing : done, more: `${formatProfileCount(kept)} ${why}` }
}
