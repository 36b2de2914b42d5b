/** The link that signs in the first person who opens it. */
import { buildListenOrigin, type Config } from '../config.ts'
import { openSessions } from '../store/store.ts'
import { codeLifetimeMs, createAccess } from './sessions.ts'

/** The code is in the fragment, which no browser sends to a server or in a Referer, so no log can hold it. */
export function signInLink(origin: string, code: string): string {
  return `${origin}/sign-in#${code}`
}

/**
 * A new link for a person at the host, made beside a server that may be running. Run it as the user that owns the
 * data directory: root should not open files that the web program wrote.
 *
 * Throws: as openStore.
 */
export async function makeSignInLink(
  config: Pick<Config, 'bind' | 'port' | 'hosts' | 'tls' | 'dataDirectory'>,
): Promise<string> {
  const opened = await openSessions(config.dataDirectory)
  try {
    await opened.audit.append({
      ...{ at: Date.now(), person: 'owner', by: 'host', callerId: '', network: '', action: 'makeSignInLink' },
      ...{ details: { person: 'owner', role: 'owner' }, result: 'ok' },
    })
    const { code } = await createAccess(opened.sessions).makeCode(
      { person: 'owner', role: 'owner' },
      codeLifetimeMs.made,
    )
    return signInLink(buildListenOrigin(config, config.port), code)
  } finally {
    await opened.close()
  }
}
