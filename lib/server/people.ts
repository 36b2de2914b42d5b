/** Who may sign in, and which programs may ask. */
import { codeLifetimeMs, createAccess, type Invitee } from '../access/sessions.ts'
import { signInLink } from '../access/sign-in-link.ts'
import { createTokens } from '../access/tokens.ts'
import type { Store } from '../store/store.ts'

export type People = ReturnType<typeof createPeople>

export function createPeople(store: Pick<Store, 'sessions' | 'tokens'>, listenOrigin: string) {
  const sessions = createAccess(store.sessions)
  return {
    sessions,
    tokens: createTokens(store.tokens),
    /** Without an origin, by the address that it listens on: right on this host, and there alone. */
    async makeSignInLink(
      whom: Invitee,
      kind: keyof typeof codeLifetimeMs,
      origin: string = listenOrigin,
    ): Promise<{ link: string; expiresAt: number }> {
      const { code, expiresAt } = await sessions.makeCode(whom, codeLifetimeMs[kind])
      return { link: signInLink(origin, code), expiresAt }
    },
  }
}
