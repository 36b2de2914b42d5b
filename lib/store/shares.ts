/** Read-only links to one profile. Only the hash of a link's token is kept: a stolen database opens nothing. */
import { randomBytes } from 'node:crypto'
import { type Kysely } from 'kysely'
import { type ProfileSummary, type Share } from '../contract.ts'
import { type ShareRow, type Tables } from './tables.ts'

export type NamedShare = Share & { profileName: string }

export interface ShareStore {
  add(share: {
    profileId: string
    tokenHash: string
    createdBy: string
    now: number
    expiresAt: number
  }): Promise<Share>
  /** Those that still open something, newest first. */
  list(now: number, profileId?: string): Promise<NamedShare[]>
  /** The profile behind a token that is neither expired nor revoked, when it is not deleted. */
  findProfileId(tokenHash: string, now: number): Promise<ProfileSummary['id'] | null>
  countView(tokenHash: string): Promise<void>
  /** Whether there was such a share to revoke. */
  revoke(id: string, now: number): Promise<boolean>
}

export function createShareStore(db: Kysely<Tables>): ShareStore {
  return {
    async add({ now, ...share }) {
      const row: ShareRow = {
        id: randomBytes(16).toString('hex'),
        createdAt: now,
        revokedAt: null,
        views: 0,
        ...share,
      }
      await db.insertInto('shares').values(row).execute()
      const { tokenHash: _, ...known } = row
      return known
    },
    async list(now, profileId) {
      let query = db
        .selectFrom('shares')
        .innerJoin('profiles', 'profiles.id', 'shares.profileId')
        .select(['shares.id', 'profileId', 'shares.createdAt', 'shares.createdBy', 'expiresAt', 'revokedAt', 'views'])
        .select('profiles.name as profileName')
        .where('revokedAt', 'is', null)
        .where('expiresAt', '>', now)
        .where('deletedAt', 'is', null)
      if (profileId !== undefined) query = query.where('profileId', '=', profileId)
      return query.orderBy('shares.createdAt', 'desc').orderBy('shares.id').execute()
    },
    async findProfileId(tokenHash, now) {
      const row = await db
        .selectFrom('shares')
        .innerJoin('profiles', 'profiles.id', 'shares.profileId')
        .select('profileId')
        .where('tokenHash', '=', tokenHash)
        .where('revokedAt', 'is', null)
        .where('expiresAt', '>', now)
        .where('deletedAt', 'is', null)
        .executeTakeFirst()
      return row?.profileId ?? null
    },
    async countView(tokenHash) {
      await db
        .updateTable('shares')
        .set((row) => ({ views: row('views', '+', 1) }))
        .where('tokenHash', '=', tokenHash)
        .execute()
    },
    async revoke(id, now) {
      const revoked = await db
        .updateTable('shares')
        .set({ revokedAt: now })
        .where('id', '=', id)
        .where('revokedAt', 'is', null)
        .returning('id')
        .execute()
      return revoked.length > 0
    },
  }
}
