/** Keys of programs. Only hashes of their secrets are kept. */
import type { Kysely } from 'kysely'
import type { Token } from '../../contract/access.ts'
import type { Scope } from '../../contract/roles.ts'
import type { Tables, TokenRow } from '../schema/tables.ts'

/** A token as the store takes it. */
export interface NewTokenRow extends Omit<Token, 'lastUsedAt'> {
  readonly tokenHash: string
}

export interface TokenStore {
  add(token: NewTokenRow): Promise<Token>
  find(tokenHash: string): Promise<Token | null>
  /** Newest first. */
  list(): Promise<Token[]>
  touch(id: string, lastUsedAt: number): Promise<void>
  /** Whether there was such a token. */
  remove(id: string): Promise<boolean>
  removeExpired(now: number): Promise<void>
}

export function createTokenStore(db: Kysely<Tables>): TokenStore {
  return {
    async add(token) {
      const row: TokenRow = { ...token, scopes: JSON.stringify(token.scopes), lastUsedAt: null }
      await db.insertInto('tokens').values(row).execute()
      return read(row)
    },
    async find(tokenHash) {
      const row = await db.selectFrom('tokens').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst()
      return row ? read(row) : null
    },
    async list() {
      return (await db.selectFrom('tokens').selectAll().orderBy('createdAt', 'desc').orderBy('id').execute()).map(read)
    },
    async touch(id, lastUsedAt) {
      await db.updateTable('tokens').set({ lastUsedAt }).where('id', '=', id).execute()
    },
    async remove(id) {
      return (await db.deleteFrom('tokens').where('id', '=', id).returning('id').execute()).length > 0
    },
    async removeExpired(now) {
      await db.deleteFrom('tokens').where('expiresAt', '<=', now).execute()
    },
  }
}

function read({ tokenHash: _, scopes, ...row }: TokenRow): Token {
  return { ...row, scopes: JSON.parse(scopes) as Scope[] }
}
