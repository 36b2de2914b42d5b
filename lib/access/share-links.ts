/** Links that open one profile, read-only, for whoever holds them. */
import { type ProfileSummary, type Share } from '../contract.ts'
import { type ShareStore } from '../store/shares.ts'
import { createSecret, hashSecret } from './secrets.ts'

const dayMs = 86_400_000
export const longestShareDays = 30

export interface ShareLinks {
  /** The token is not kept: it is in this answer or nowhere. */
  make(profileId: string, days: number, createdBy: string): Promise<{ share: Share; token: string }>
  /** Null for a token that is unknown, expired or revoked, and for a deleted profile: nobody learns which. */
  findProfileId(token: string): Promise<ProfileSummary['id'] | null>
  countView(token: string): Promise<void>
}

export function createShareLinks(store: ShareStore, now: () => number = Date.now): ShareLinks {
  return {
    async make(profileId, days, createdBy) {
      const token = createSecret()
      const expiresAt = now() + Math.min(days, longestShareDays) * dayMs
      return {
        share: await store.add({ profileId, tokenHash: hashSecret(token), createdBy, now: now(), expiresAt }),
        token,
      }
    },
    findProfileId: (token) => store.findProfileId(hashSecret(token), now()),
    countView: (token) => store.countView(hashSecret(token)),
  }
}
