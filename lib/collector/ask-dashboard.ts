/** Requests of this host's programs to a dashboard over HTTP, and its answers, which may be those of another server. */
import type { z } from 'zod'
import { hourMs } from '../contract/constants.ts'
import { describeIssueOf } from '../contract/describe-issue.ts'
import { problemSchema } from '../contract/problem.ts'
import { Problem, problemFromData } from '../errors.ts'

/**
 * How long the headers of an answer may take, a timeout: a large file is parsed, compared or merged before them. As
 * long as the dashboard takes to receive a request at most.
 */
const longestAnswerMs = hourMs

/**
 * Gives what fetch sends by with that timeout; undefined where this Node has none, whose own is 300 s. Node has no
 * import of its undici: its class is that of the global dispatcher. Source: lib/global.js of undici.
 */
function createPatientDispatcher(): object | undefined {
  new Headers() // loads undici, and with it the global dispatcher
  const shared = (globalThis as Record<symbol, unknown>)[Symbol.for('undici.globalDispatcher.1')]
  const Dispatcher = shared?.constructor as (new (options: object) => object) | undefined
  return Dispatcher && new Dispatcher({ headersTimeout: longestAnswerMs })
}
let patientDispatcher: object | undefined

/**
 * Gives an answer that is no failure. `url`: the dashboard's. It waits for the headers for `longestAnswerMs`, and for
 * another byte of the body for 300 s (undici's default); a caller that waits less gives a `signal`. Throws: the Problem
 * that the dashboard explains; Problem `dashboard-unreachable`, `dashboard-strange`; the reason of the signal.
 */
export async function sendToDashboard(url: string, path: string, init: RequestInit): Promise<Response> {
  patientDispatcher ??= createPatientDispatcher()
  // A redirect could lead the token elsewhere. The types of the DOM have no dispatcher.
  const options: RequestInit = { ...init, redirect: 'manual', ...{ dispatcher: patientDispatcher } }
  const answer = await fetch(`${url}${path}`, options).catch((cause: unknown) => {
    throw translateFailure(url, cause, init.signal)
  })
  if (!answer.ok) throw await readProblem(answer, url, init.signal)
  return answer
}

/**
 * Gives what a dashboard answered. Throws: Problem `dashboard-unreachable`, `dashboard-strange`; the reason of
 * `signal`.
 */
export async function readDashboardAnswer<Schema extends z.ZodType>(
  answer: Response,
  schema: Schema,
  { url, signal }: { readonly url: string; readonly signal?: AbortSignal | undefined },
): Promise<z.output<Schema>> {
  const text = await readText(answer, url, signal)
  const parsed = schema.safeParse(text === '' ? undefined : parse(text, url))
  if (parsed.success) return parsed.data
  throw createStrangeProblem(url, describeIssueOf('its answer', parsed.error.issues[0]!))
}

/** Gives the Problem that the answer explains, else that it is no Hearth. */
async function readProblem(answer: Response, url: string, signal: RequestInit['signal']): Promise<Problem> {
  const text = await readText(answer, url, signal)
  if (answer.headers.get('content-type')?.startsWith('application/problem+json')) {
    const data = problemSchema.safeParse(parse(text, url))
    if (data.success) return problemFromData(data.data)
  }
  return createStrangeProblem(url, `it answered ${answer.status}`)
}

function readText(answer: Response, url: string, signal: RequestInit['signal']): Promise<string> {
  return answer.text().catch((cause: unknown) => {
    throw translateFailure(url, cause, signal)
  })
}

function parse(text: string, url: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw createStrangeProblem(url, 'its answer is not JSON', cause)
  }
}

function createStrangeProblem(url: string, reason: string, cause?: unknown): Problem {
  return new Problem('dashboard-strange', { url, reason }, { cause })
}

/** fetch says "fetch failed" and hides why in its cause. */
function translateFailure(url: string, error: unknown, signal: RequestInit['signal']): unknown {
  if (signal?.aborted) return error
  const { cause, message } = error as Error
  const inner = cause as NodeJS.ErrnoException | undefined
  return new Problem(
    'dashboard-unreachable',
    { url, reason: inner?.code ?? inner?.message ?? message },
    { cause: error },
  )
}
