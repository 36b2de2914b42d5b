import type { ProfileSummary } from '../../lib/contract/profile.ts'
import type { BulkChange, BulkResult } from '../../lib/contract/library.ts'
import { callApi } from '../api/call-api.ts'
import { showProblem, showToast } from '../ui/toast.tsx'
import { formatBulkResult } from './bulk-labels.ts'

export type BulkAction = Pick<BulkChange, 'action' | 'label'>

const opposites = {
  delete: 'restore',
  restore: 'delete',
  pin: 'unpin',
  unpin: 'pin',
  'add-label': 'remove-label',
  'remove-label': 'add-label',
} as const satisfies Record<BulkChange['action'], BulkChange['action']>

/** Does one thing to many profiles and offers to take it back from those that it changed: the server knows which were so already. `onChange` tells the lists of both. */
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
      sendBulkChange({ ids: idsOf(changed), action: opposites[action], label }).then(
        (result) => onChange(result.changed),
        showProblem,
      )
    }
    const message = formatBulkResult({ action, label }, changed, kept)
    showToast(changed.length > 0 ? { ...message, action: { text: 'Undo', run: undo } } : message)
  } catch (error) {
    showProblem(error)
  }
}

function sendBulkChange(body: BulkChange): Promise<BulkResult> {
  return callApi('/api/v1/profiles/bulk', { method: 'POST', body, answer: 'bulkResult' })
}
