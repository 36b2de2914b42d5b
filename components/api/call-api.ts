import { CommonProblem, receiveProblem } from '../../lib/errors/problem.ts'
import { type Answer, type AnswerName, loadAnswerSchemas } from './load-answers.ts'

interface Call<Name extends AnswerName> {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body?: unknown
  /** Schema of the answer; without it the answer's body is not read. */
  readonly answer?: Name
  readonly signal?: AbortSignal
}

/**
 * Calls our own server, `/api/...`.
 *
 * Throws: the Problem that the server explains, Problem `web-unreachable` when there is no answer at all.
 */
export async function callApi<Name extends AnswerName>(
  path: `/api/v1/${string}`,
  { method = 'GET', body, answer, signal }: Call<Name> = {},
): Promise<Answer<Name>> {
  const response = await fetch(path, {
    method,
    signal,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    throw new CommonProblem('web-unreachable', {}, { cause })
  })
  if (!response.ok) throw await problemOf(response)
  if (!answer) return undefined as Answer<Name>
  const schema = (await loadAnswerSchemas())[answer]
  return schema.parse(await response.json()) as Answer<Name>
}

/** The Problem in an answer that is not ok. */
export async function problemOf(response: Response): Promise<Error> {
  const text = await response.text()
  if (response.headers.get('content-type')?.startsWith('application/problem+json')) {
    const data = (await loadAnswerSchemas()).problem.safeParse(JSON.parse(text))
    // The schema knows the code; the facts were checked where the Problem was made.
    if (data.success) return receiveProblem(data.data)
  }
  return new Error(`${response.url} answered ${response.status}`)
}
