/** The built web program beside a collector that really runs, with tokens to speak to it: for tests from outside. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scope } from '../../contract/roles.ts'
import { ownHeaders, sendRequest, signInWithLink, startWeb } from '../../web/testing/started-web.ts'

export interface WebProgram extends AsyncDisposable {
  readonly url: string
  /** As HEARTH_DATA. */
  readonly dataDirectory: string
  /** Makes a token. */
  token(scopes: readonly Scope[]): Promise<string>
}

/** On a port and a data directory of its own, beside the collector of that run directory. */
export async function startWebProgram(
  runDirectory: string,
  settings: Record<string, string> = {},
): Promise<WebProgram> {
  const directory = mkdtempSync(join(tmpdir(), 'hearth-web-program-'))
  const { child, startEvent } = await startWeb(directory, { HEARTH_RUN: runDirectory, ...settings })
  const cookie = await signInWithLink(startEvent.url, startEvent.signInLink)
  return {
    url: startEvent.url,
    dataDirectory: join(directory, 'data'),
    async token(scopes) {
      const body = JSON.stringify({ name: scopes.join(), scopes })
      const created = await sendRequest(startEvent.url, 'POST', '/api/v1/tokens', {
        headers: { ...ownHeaders, cookie },
        body,
      })
      return (JSON.parse(created.body.toString()) as { secret: string }).secret
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
