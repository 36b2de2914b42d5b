import type { ProfileSummary } from '../../lib/contract.ts'
import { changeMany } from './bulk-change.ts'

/** What can be done with one profile from its row; `confirm` hears of what the server has done. */
export function rowActions(confirm: (changed: readonly ProfileSummary[]) => void) {
  return {
    pin: (profile: ProfileSummary) => void changeMany([profile], { action: profile.pinned ? 'unpin' : 'pin' }, confirm),
    delete: (profile: ProfileSummary) => void changeMany([profile], { action: 'delete' }, confirm),
    restore: (profile: ProfileSummary) => void changeMany([profile], { action: 'restore' }, confirm),
  }
}
