/** Keys for programs: made by an owner, shown once, with the rights that were ticked and no others. */
import { randomBytes } from 'node:crypto'
import type { NewToken, Token } from '../contract/access.ts'
import { type Scope, scopes as allScopes } from '../contract/roles.ts'
import type { TokenStore } from '../store/access/tokens.ts'
import { createSecret, hashSecret } from './secrets.ts'
import { unlessDiskFull } from './ignore-disk-full.ts'

const dayMs = 86_400_000
/** One seen within this time is not written again: a program that polls would cost a commit each time. */
const touchEveryMs = 60_000
/** Begins every secret, so that scanners of source code know one that was committed. */
const prefix = 'hearth_'
const secretShape = /^hearth_[\w-]{43}$/

export type Tokens = ReturnType<typeof createTokens>

export function createTokens(store: TokenStore, now: () => number = Date.now) {
  const isAlive = ({ expiresAt }: Token) => expiresAt === null || expiresAt > now()
  return {
    /** The secret is not kept: it is in this answer or nowhere. */
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
    /** Null for one that is unknown, revoked or too old. */
    async find(secret: string): Promise<Token | null> {
      if (!secretShape.test(secret)) return null
      const token = await store.find(hashSecret(secret))
      if (token === null || !isAlive(token)) return null
      if ((token.lastUsedAt ?? 0) < now() - touchEveryMs) await unlessDiskFull(store.touch(token.id, now()))
      return token
    },
    /** Newest first, those that are too old left out. */
    list: async () => (await store.list()).filter(isAlive),
    /** Whether there was such a token. */
    revoke: (id: string) => store.remove(id),
    /** Ends those of one person; how many there were. */
    revokeOf: (owner: string) => store.removeOf(owner),
    removeExpired: () => store.removeExpired(now()),
  }
}

/** Each once. */
function inOrder(scopes: readonly Scope[]): Scope[] {
  return allScopes.filter((scope) => scopes.includes(scope))
}
