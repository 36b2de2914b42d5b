/** The dashboard on this host, entered as its owner: with a sign-in link of its own, which is spent at once. */
import type { Config } from '../../config.ts'
import { problemSchema } from '../../contract/problem.ts'
import { Problem, problemFromData } from '../../errors.ts'
import type { Dashboard } from './dashboard.ts'
import { createSignInLink } from '../commands/sign-in.ts'

interface LocalDashboard extends Pick<Dashboard, 'url' | 'put'>, AsyncDisposable {}

/** The session ends with it. Throws: Problem `dashboard-unreachable`, and those of `hearth sign-in`. */
export async function openLocalDashboard(config: Config): Promise<LocalDashboard> {
  const signInUrl = new URL(await createSignInLink(config))
  const url = signInUrl.origin
  const entered = await ask(url, '/api/v1/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: signInUrl.hash.slice(1) }),
  })
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  return {
    url,
    async put(path, { body, headers, answer, signal }) {
      const init = { method: 'PUT', headers: { ...headers, cookie }, body, duplex: 'half', ...(signal && { signal }) }
      return answer.parse(await (await ask(url, path, init)).json())
    },
    async [Symbol.asyncDispose]() {
      await ask(url, '/api/v1/session', { method: 'DELETE', headers: { cookie } })
    },
  }
}

async function ask(url: string, path: string, init: RequestInit): Promise<Response> {
  const headers = { ...init.headers, origin: url }
  const answer = await fetch(`${url}${path}`, { ...init, headers, redirect: 'manual' }).catch((cause: unknown) => {
    if (init.signal?.aborted) throw cause
    const inner: unknown = cause instanceof Error ? (cause.cause ?? cause) : cause
    const reason = inner instanceof Error ? inner.message : 'no answer'
    throw new Problem('dashboard-unreachable', { url, reason }, { cause })
  })
  if (answer.ok) return answer
  throw problemFromData(problemSchema.parse(await answer.json()))
}
