/** A dashboard somewhere else, spoken to over HTTP with a token: what commands use when HEARTH_URL is set. */
import { z } from 'zod'
import { writeSessionKey } from '../../access/session-cookie.ts'
import { readDashboardAnswer, sendToDashboard } from '../../collector/ask-dashboard.ts'
import { signedInSchema } from '../../contract/access.ts'
import { captureRequestSchema } from '../../contract/capture.ts'
import { collectorSchema } from '../../contract/collectors.ts'
import { clusterCollectorId } from '../../contract/constants.ts'
import { explainOutdatedPods, sortPods } from '../../contract/pod-list.ts'
import { podSchema } from '../../contract/pods.ts'
import { problemSchema } from '../../contract/problem.ts'
import { targetSchema } from '../../contract/target.ts'
import { isProblem, Problem, problemFromData } from '../../errors.ts'
import { flagNameOf } from '../capture-request.ts'
import { escapeControls } from '../plain-text.ts'
import type { Config } from '../../config.ts'
import { createSignInLink } from '../commands/sign-in.ts'

const snapshotSchema = z.object({
  targets: z.array(targetSchema),
  collector: z.object({ problem: problemSchema.nullable() }),
  collectors: z.array(collectorSchema).default([]),
  pods: z.array(podSchema).default([]),
})
type Snapshot = z.infer<typeof snapshotSchema>

interface ErrorStream {
  readonly stderr: { write(text: string): unknown }
}

/** The JVMs and pods that a dashboard sees. Throws: the Problem it explains. */
export async function listRemotely(dashboard: Pick<Dashboard, 'call'>, { stderr }: ErrorStream): Promise<Snapshot> {
  const snapshot = await dashboard.call('/api/v1/targets', { answer: snapshotSchema })
  const { problem } = snapshot.collector
  if (problem) stderr.write(`${escapeControls(problemFromData(problem).message)}\n`)
  return snapshot
}

/**
 * The same of a dashboard that lists clusters; says which of them do not answer. Throws: Problem `no-clusters`, and as
 * above.
 */
export async function listClusters(
  dashboard: Pick<Dashboard, 'call' | 'url'>,
  streams: ErrorStream,
): Promise<Pick<Snapshot, 'targets' | 'pods' | 'collectors'>> {
  const { targets, pods, collectors } = await listRemotely(dashboard, streams)
  const program = collectors.find(({ id }) => id === clusterCollectorId)
  if (!program) throw new Problem('no-clusters', { url: dashboard.url })
  for (const reason of explainOutdatedPods(program)) streams.stderr.write(`${escapeControls(reason)}\n`)
  return { targets, pods: sortPods(pods), collectors }
}

type Path = `/api/v1/${string}`

/** A call of the API. `body` is sent as JSON; `answer` is the schema of the answer, which is checked. */
interface ApiCall<Schema extends z.ZodType> {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly answer: Schema
  readonly signal?: AbortSignal
}

/** A file on its way there. */
interface FileUpload<Schema extends z.ZodType> {
  readonly body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
  readonly answer: Schema
  readonly signal?: AbortSignal
}

export interface Dashboard {
  /** The address of the dashboard, without a slash at its end. */
  readonly url: string
  /** Gives the answer. Throws: the Problem it explains; Problem `dashboard-unreachable`, `dashboard-strange`. */
  call<Schema extends z.ZodType>(path: Path, call: ApiCall<Schema>): Promise<z.output<Schema>>
  /** PUT of a file as it is. Throws: as `call`. */
  put<Schema extends z.ZodType>(path: Path, sending: FileUpload<Schema>): Promise<z.output<Schema>>
  /** Bytes as they come. Throws: as `call`. */
  fetch(path: Path, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>>
}

/**
 * Gives the dashboard that HEARTH_URL names; null where it is not set. By default a command then speaks to the
 * collector of this host, or, where it needs a dashboard, signs in to the one here (`withDashboard`).
 *
 * Throws: Problem `invalid-config`.
 */
export function findDashboard(env: Readonly<Record<string, string | undefined>>): Dashboard | null {
  const address = env['HEARTH_URL'] || null
  if (address === null) return null
  const url = URL.canParse(address) ? new URL(address) : null
  const token = env['HEARTH_TOKEN'] ?? ''
  const problems = [
    ...(url && /^https?:$/.test(url.protocol) ? [] : ['HEARTH_URL is no http or https address']),
    ...(/^[\x21-\x7e]+$/.test(token) ? [] : ['HEARTH_TOKEN is not set: an owner makes one in the settings']),
  ]
  if (url === null || problems.length > 0) throw new Problem('invalid-config', { problems })
  return openDashboard(`${url.origin}${url.pathname.replace(/\/+$/, '')}`, { authorization: `Bearer ${token}` })
}

/** Headers of every request that show who asks. */
type IdentityHeaders = Readonly<Record<string, string>>

/**
 * Gives an answer that is no failure. Throws: the Problem that the dashboard explains; Problem `dashboard-unreachable`,
 * `dashboard-strange`.
 */
function sendTo(url: string, identity: IdentityHeaders, path: Path, init: RequestInit): Promise<Response> {
  const headers = { accept: 'application/json', ...init.headers, ...identity }
  return sendToDashboard(url, path, { ...init, headers }).catch((error: unknown) => {
    throw isProblem(error) ? nameArgument(error) : error
  })
}

function openDashboard(url: string, identity: IdentityHeaders): Dashboard {
  const send = (path: Path, init: RequestInit) => sendTo(url, identity, path, init)
  return {
    url,
    async call(path, { method = 'GET', body, headers = {}, answer, signal }) {
      const init: RequestInit = { method, headers, ...(signal && { signal }) }
      if (body !== undefined) {
        init.headers = { 'content-type': 'application/json', ...headers }
        init.body = JSON.stringify(body)
      }
      const response = await send(path, init)
      return readDashboardAnswer(response, answer, { url, signal })
    },
    async put(path, { body, headers = {}, answer, signal }) {
      const init = { method: 'PUT', headers: { 'content-type': 'application/octet-stream', ...headers }, body }
      // fetch wants `duplex` for a body that is a stream.
      const response = await send(path, { ...init, duplex: 'half', ...(signal && { signal }) } as RequestInit)
      return readDashboardAnswer(response, answer, { url, signal })
    },
    async fetch(path, signal) {
      const response = await send(path, { headers: { accept: '*/*' }, ...(signal && { signal }) })
      return chunksOf(response)
    },
  }
}

async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  for await (const chunk of body ?? []) yield chunk
}

/** What sets a field of a request, where that is no option of its name. */
const argumentOf: Readonly<Record<string, string>> = {
  ...{ ids: 'PROFILE', q: 'WORD', targetId: 'JVM', name: '--name', service: '--service', counts: '--counts' },
  ...{
    unit: '--unit',
    baseline: 'BEFORE',
    baselineId: '--baseline',
    expiresInDays: '--days',
    redaction: '--hide',
    audience: '--public',
  },
}

/** What the API refuses by the path of a field, `ids.0: is missing`, is refused as an argument. */
function nameArgument(problem: Problem): Problem {
  if (problem.code !== 'invalid-request' || !('what' in problem.facts)) return problem
  const what = problem.facts.what.replace(/^(\w+)(?:\.\w+)*(?=: )/, (path, field: string) => {
    if (Object.hasOwn(argumentOf, field)) return argumentOf[field]!
    return Object.hasOwn(captureRequestSchema.shape, field) ? `--${flagNameOf(field)}` : path
  })
  return new Problem('invalid-request', { what })
}

/**
 * The dashboard on this host, entered as its owner: with a sign-in link of its own, which is spent at once. The session
 * ends with it.
 *
 * Throws: Problem `dashboard-unreachable`, and those of `hearth sign-in`.
 */
export async function openLocalDashboard(config: Config): Promise<Dashboard & AsyncDisposable> {
  const signInUrl = new URL(await createSignInLink(config))
  const url = signInUrl.origin
  const ofBrowser = { origin: url }
  const entered = await sendTo(url, ofBrowser, '/api/v1/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: signInUrl.hash.slice(1) }), // the link has its code behind `#`
  })
  const { key } = await readDashboardAnswer(entered, signedInSchema, { url })
  const session = {
    ...ofBrowser,
    cookie: entered.headers.get('set-cookie')?.split(';')[0] ?? '',
    ...(key !== null && { authorization: writeSessionKey(key) }),
  }
  return {
    ...openDashboard(url, session),
    async [Symbol.asyncDispose]() {
      await sendTo(url, session, '/api/v1/session', { method: 'DELETE' })
    },
  }
}
