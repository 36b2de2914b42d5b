/** Keys of programs. Only hashes of their secrets are kept. */
import type { Kysely } from 'kysely'
import type { Token } from '../../contract/access.ts'
import type { Scope } from '../../contract/roles.ts'
import type { Tables, TokenRow } from '../schema/tables.ts'

/** A token as the store takes it. */
export interface NewTokenRow extends Omit<Token, 'lastUsedAt'> {
  readonly tokenHash: string
}

export type TokenStore = ReturnType<typeof createTokenStore>

export function createTokenStore(db: Kysely<Tables>) {
  return {
    async add(token: NewTokenRow): Promise<Token> {
      const row: TokenRow = { ...token, scopes: JSON.stringify(token.scopes), lastUsedAt: null }
      await db.insertInto('tokens').values(row).execute()
      return read(row)
    },
    /** Gives the token, also one that has expired: lib/access/tokens.ts refuses it. */
    async find(tokenHash: string): Promise<Token | null> {
      const row = await db.selectFrom('tokens').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst()
      return row ? read(row) : null
    },
    /** Lists the tokens, those that have expired too, the newest first. */
    async list(): Promise<Token[]> {
      return (await db.selectFrom('tokens').selectAll().orderBy('createdAt', 'desc').orderBy('id').execute()).map(read)
    },
    async touch(id: string, lastUsedAt: number) {
      await db.updateTable('tokens').set({ lastUsedAt }).where('id', '=', id).execute()
    },
    /** Gives whether there was such a token. */
    async remove(id: string): Promise<boolean> {
      return (await db.deleteFrom('tokens').where('id', '=', id).returning('id').execute()).length > 0
    },
    /** Gives how many there were. */
    async removeOf(owner: string): Promise<number> {
      return (await db.deleteFrom('tokens').where('owner', '=', owner).returning('id').execute()).length
    },
    async removeExpired(now: number) {
      await db.deleteFrom('tokens').where('expiresAt', '<=', now).execute()
    },
  }
}

function read({ tokenHash: _, scopes, ...row }: TokenRow): Token {
  return { ...row, scopes: JSON.parse(scopes) as Scope[] }
}
