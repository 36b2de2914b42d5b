/** Links that open one profile, read-only, for all who hold them, or for members who hold them. */
import { longestShareDays, type Share } from '../contract/shares.ts'
import { Problem } from '../errors.ts'
import type { NewShareRow, OpenedShare, ShareStore } from '../store/access/shares.ts'
import { createSecret, hashSecret } from './secrets.ts'

const dayMs = 86_400_000

export type NewShareLink = Omit<NewShareRow, 'tokenHash' | 'now' | 'expiresAt'> & { readonly days: number }

export type ShareLinks = ReturnType<typeof createShareLinks>

export function createShareLinks(store: ShareStore, now: () => number = Date.now) {
  const find = (token: string) => store.find(hashSecret(token), now())
  return {
    /** The token is not kept: it is in this answer or nowhere. Throws: Problem `disk-full`, `quota-reached`. */
    async make({ days, ...fields }: NewShareLink): Promise<{ share: Share; token: string }> {
      const token = createSecret()
      const createdAt = now()
      const expiresAt = createdAt + Math.min(days, longestShareDays) * dayMs
      return { share: await store.add({ ...fields, tokenHash: hashSecret(token), now: createdAt, expiresAt }), token }
    },
    /**
     * For any caller: null for a token that is unknown, expired or revoked, and for a deleted profile or baseline. The
     * answer does not say which.
     */
    find,
    /**
     * Gives what a link shows. Throws: Problem `not-found` where find says null; `not-signed-in` when the link is for
     * members and this is none.
     */
    async open(token: string, isMember: boolean): Promise<OpenedShare> {
      const opened = await find(token)
      if (opened === null) throw new Problem('not-found', { what: 'shared profile' })
      if (opened.share.audience === 'members' && !isMember) throw new Problem('not-signed-in', {})
      return opened
    },
  }
}
