/** What a change of many asks of each profile. */
import { type BulkChange, mostLabels } from '../../contract/library.ts'
import { Problem } from '../../errors.ts'
import type { ChangeOf } from '../../store/library/change-profiles.ts'

type Action = Exclude<BulkChange['action'], 'delete' | 'restore'>

/** Nothing of what is in the bin or so already, so that undoing takes no more than what was done. Throws: Problem `invalid-request` for a label without its text. */
export function changeOf(action: Action, label: string | undefined): ChangeOf {
  const wanted = wantedOf(action, label)
  return (profile) => (profile.deletedAt === null ? wanted(profile) : null)
}

function wantedOf(action: Action, label: string | undefined): ChangeOf {
  if (action === 'pin') return ({ pinned }) => (pinned ? null : { pinned: true })
  if (action === 'unpin') return ({ pinned }) => (pinned ? { pinned: false } : null)
  if (label === undefined) throw new Problem('invalid-request', { what: 'there is no label' })
  if (action === 'remove-label')
    return ({ labels }) => (labels.includes(label) ? { labels: labels.filter((one) => one !== label) } : null)
  return ({ labels }) => {
    if (labels.includes(label)) return null
    return labels.length < mostLabels ? { labels: [...labels, label] } : 'keep'
  }
}
