/**
 * The built web program in a process of its own, as it is started beside a collector, for tests that ask it over HTTP.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { request as ask, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'

const root = join(import.meta.dirname, '..', '..', '..')

/** Output when it has started, or could not. */
export interface StartEvent {
  readonly event: string
  readonly url: string
  readonly signInLink: string
  readonly problem: { readonly code: string }
}

/**
 * Starts it on `directory` and waits until it says what became of it. It ends with this process at the latest.
 *
 * Throws: Error when the pages are not built.
 */
export async function startWeb(
  directory: string,
  more: Record<string, string> = {},
): Promise<{ child: ChildProcess; startEvent: StartEvent }> {
  if (!existsSync(join(root, '.next', 'BUILD_ID'))) throw new Error('run `npm run build` first')
  const command = ['--pdeathsig=TERM', '--', process.execPath, join(root, 'lib/web/main.ts')]
  const child = spawn('setpriv', command, {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      NODE_ENV: 'production',
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      HEARTH_PORT: '0',
      HEARTH_DATA: join(directory, 'data'),
      HEARTH_RUN: directory,
      ...more,
    },
  })
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{"event"')) continue
    child.stdout.resume()
    return { child, startEvent: JSON.parse(line) as StartEvent }
  }
  throw new Error('the web program ended without a word')
}

/** Headers of a request that our own page makes. */
export const ownHeaders = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }

export interface HttpResult {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** Asks with a path exactly as it is given, which `fetch` would tidy up. */
export async function sendRequest(
  origin: string,
  method: string,
  path: string,
  { headers = {}, body = '' }: { headers?: OutgoingHttpHeaders; body?: string | Buffer } = {},
): Promise<HttpResult> {
  const { hostname, port, host } = new URL(origin)
  const outgoing = ask({ hostname, port, method, path, headers: { host, ...headers } }).end(body)
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: answer.statusCode!, headers: answer.headers, body: await buffer(answer) }
}

/**
 * Spends a sign-in link, as through a proxy with TLS: the cookie alone is the session then. Returns the Cookie header.
 */
export async function signInWithLink(origin: string, link: string): Promise<string> {
  const body = JSON.stringify({ code: link.split('#')[1] })
  const { headers } = await sendRequest(origin, 'POST', '/api/v1/session', {
    headers: { ...ownHeaders, origin: origin.replace('http:', 'https:') },
    body,
  })
  return headers['set-cookie']![0]!.split(';')[0]!
}
