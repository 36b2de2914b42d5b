import type { z } from 'zod'
import { problemSchema } from '../../lib/contract.ts'
import { Problem, problemFromData } from '../../lib/errors.ts'

interface Call<Schema extends z.ZodType> {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON. */
  readonly body?: unknown
  /** What the answer must be; without it the answer's body is not read. */
  readonly answer?: Schema
  readonly signal?: AbortSignal
}

/**
 * Calls our own server, `/api/...`.
 *
 * Throws: the Problem that the server explains, Problem `web-unreachable` when there is no answer at all.
 */
export async function callApi<Schema extends z.ZodType>(
  path: `/api/v1/${string}`,
  { method = 'GET', body, answer, signal }: Call<Schema> = {},
): Promise<z.infer<Schema>> {
  const response = await fetch(path, {
    method,
    signal,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    throw new Problem('web-unreachable', {}, { cause })
  })
  if (!response.ok) throw await problemOf(response)
  if (!answer) return undefined as z.infer<Schema>
  return answer.parse(await response.json())
}

/** The Problem in an answer that is not ok. */
export async function problemOf(response: Response): Promise<Error> {
  const text = await response.text()
  if (response.headers.get('content-type')?.startsWith('application/problem+json')) {
    const data = problemSchema.safeParse(JSON.parse(text))
    // The schema knows the code; the facts were checked where the Problem was made.
    if (data.success) return problemFromData(data.data)
  }
  return new Error(`${response.url} answered ${response.status}`)
}
