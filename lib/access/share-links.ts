/**
 * Links that open one profile or one comparison, read-only, for everyone who has them, or of those only for members:
 * people who can sign in, of any role, and their tokens.
 */
import { dayMs } from '../contract/constants.ts'
import { longestShareDays, type Share } from '../contract/shares.ts'
import { Problem } from '../errors.ts'
import type { NewShareRow, OpenedShare, ShareStore } from '../store/access/shares.ts'
import { createSecret, hashSecret } from './secrets.ts'

export type NewShareLink = Omit<NewShareRow, 'tokenHash' | 'now' | 'expiresAt'> & { readonly days: number }

export type ShareLinks = ReturnType<typeof createShareLinks>

export function createShareLinks(store: ShareStore, now: () => number = Date.now) {
  const find = (token: string) => store.find(hashSecret(token), now())
  return {
    /**
     * Gives a new link and its token, which is in this answer and nowhere else. Throws: Problem `disk-full`,
     * `quota-reached`.
     */
    async make({ days, ...fields }: NewShareLink): Promise<{ share: Share; token: string }> {
      const token = createSecret()
      const createdAt = now()
      // The API refuses more days. No other caller gets more either.
      const expiresAt = createdAt + Math.min(days, longestShareDays) * dayMs
      return { share: await store.add({ ...fields, tokenHash: hashSecret(token), now: createdAt, expiresAt }), token }
    },
    /**
     * Gives what a link shows, to any caller; null where the token is unknown, expired or revoked, or the profile or
     * baseline is deleted. The answer does not say which.
     */
    find,
    /**
     * Gives what a link shows. Throws: Problem `not-found` where `find` gives null; `not-signed-in` where the link is
     * for members and the caller is not one.
     */
    async open(token: string, isMember: boolean): Promise<OpenedShare> {
      const opened = await find(token)
      if (opened === null) throw new Problem('not-found', { what: 'shared profile' })
      if (opened.share.audience === 'members' && !isMember) throw new Problem('not-signed-in', {})
      return opened
    },
  }
}
