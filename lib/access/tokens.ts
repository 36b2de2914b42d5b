/** Keys for programs: made by an owner, shown once, with the rights that were ticked and no others. */
import { randomBytes } from 'node:crypto'
import { dayMs } from '../contract/constants.ts'
import type { NewToken, Token } from '../contract/access.ts'
import { type Scope, scopes as allScopes } from '../contract/roles.ts'
import type { TokenStore } from '../store/access/tokens.ts'
import { createSecret, hashSecret } from './secrets.ts'
import { touchEveryMs, unlessDiskFull } from './ignore-disk-full.ts'

/** The beginning of every secret, by which scanners of source code recognise a committed one. */
const prefix = 'hearth_'
const secretShape = /^hearth_[\w-]{43}$/

export type Tokens = ReturnType<typeof createTokens>

export function createTokens(store: TokenStore, now: () => number = Date.now) {
  const isAlive = ({ expiresAt }: Token) => expiresAt === null || expiresAt > now()
  return {
    /** Gives a new token and its secret, which is in this answer and nowhere else. */
    async make(
      { name, scopes, expiresInDays }: Omit<NewToken, 'serviceAccount'>,
      createdBy: string,
      owner: string | null = createdBy,
    ): Promise<{ token: Token; secret: string }> {
      const secret = `${prefix}${createSecret()}`
      const token = await store.add({
        id: randomBytes(16).toString('hex'),
        tokenHash: hashSecret(secret),
        name,
        scopes: inOrder(scopes),
        owner,
        createdBy,
        createdAt: now(),
        expiresAt: expiresInDays === null ? null : now() + expiresInDays * dayMs,
      })
      return { token, secret }
    },
    /** Gives the token of a secret; null where the secret is unknown, revoked or too old. */
    async find(secret: string): Promise<Token | null> {
      if (!secretShape.test(secret)) return null
      const token = await store.find(hashSecret(secret))
      if (token === null || !isAlive(token)) return null
      if ((token.lastUsedAt ?? 0) < now() - touchEveryMs) await unlessDiskFull(store.touch(token.id, now()))
      return token
    },
    /** Lists the tokens that work, the newest first. */
    list: async () => (await store.list()).filter(isAlive),
    /** Gives whether there was such a token. */
    revoke: (id: string) => store.remove(id),
    /** Revokes the tokens of a person. Gives how many there were. */
    revokeOf: (owner: string) => store.removeOf(owner),
    removeExpired: () => store.removeExpired(now()),
  }
}

/** Gives each scope once, in the order of `allScopes`. */
function inOrder(scopes: readonly Scope[]): Scope[] {
  return allScopes.filter((scope) => scopes.includes(scope))
}
