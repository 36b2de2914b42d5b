import { CommonProblem, receiveProblem, type ProblemData } from '../../../lib/errors/problem.ts'
import type { ProfileSource } from './tree-messages.ts'

/** The encoded profile that our own server has at this address. */
export function createProfileSource(url: string): ProfileSource {
  return { url, load: (signal) => loadProfile(url, signal) }
}

/**
 * Loads a profile. Throws: the Problem that the server explains, Problem `web-unreachable` when there is no answer at
 * all.
 */
export async function loadProfile(url: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url, { signal }).catch((cause: unknown) => {
    if (signal.aborted) throw cause
    throw new CommonProblem('web-unreachable', {}, { cause })
  })
  if (!response.ok) throw await readFailure(response)
  return new Uint8Array(await response.arrayBuffer())
}

/** Gives the error of a refused request, without the schema that checks it in call-api.ts: no graph waits for zod. */
async function readFailure(response: Response): Promise<Error> {
  const plain = new Error(`${response.url} answered ${response.status}`)
  if (!response.headers.get('content-type')?.startsWith('application/problem+json')) return plain
  try {
    return receiveProblem((await response.json()) as ProblemData)
  } catch {
    return plain // cut off, or of a code that only another version knows
  }
}
