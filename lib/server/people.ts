/** Who may sign in, and which programs may ask. */
import { type Access, codeLifetimeMs, createAccess, type Invitee } from '../access/sessions.ts'
import { signInLink } from '../access/sign-in-link.ts'
import { createTokens, type Tokens } from '../access/tokens.ts'
import type { Store } from '../store/store.ts'

export interface People {
  readonly sessions: Access
  readonly tokens: Tokens
  /** Without an origin, by the address that it listens on: right on this host, and there alone. */
  makeSignInLink(
    whom: Invitee,
    kind: keyof typeof codeLifetimeMs,
    origin?: string,
  ): Promise<{ link: string; expiresAt: number }>
}

export function createPeople(store: Pick<Store, 'sessions' | 'tokens'>, listenOrigin: string): People {
  const sessions = createAccess(store.sessions)
  return {
    sessions,
    tokens: createTokens(store.tokens),
    async makeSignInLink(whom, kind, origin = listenOrigin) {
      const { code, expiresAt } = await sessions.makeCode(whom, codeLifetimeMs[kind])
      return { link: signInLink(origin, code), expiresAt }
    },
  }
}
