import { Problem, problemFromData, type ProblemData } from '../../lib/errors.ts'
import type { ProfileSource } from './tree-messages.ts'

/** The encoded profile that our own server has at this address. */
export function profileAt(url: string): ProfileSource {
  return { url, load: (signal) => loadProfile(url, signal) }
}

/** Is shown what has arrived, until it returns true. */
export type WatchArrival = (bytes: Uint8Array) => boolean

/** Throws: the Problem that the server explains, Problem `web-unreachable` when there is no answer at all. */
export async function loadProfile(
  url: string,
  signal: AbortSignal,
  watch?: WatchArrival,
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url, { signal }).catch((cause: unknown) => {
    if (signal.aborted) throw cause
    throw new Problem('web-unreachable', {}, { cause })
  })
  if (!response.ok) throw await refusalOf(response)
  const encodedBytes = Number(response.headers.get('x-encoded-bytes'))
  if (!watch || !response.body || !(encodedBytes > 0)) return new Uint8Array(await response.arrayBuffer())
  return readWatched(response.body, encodedBytes, watch)
}

async function readWatched(
  body: ReadableStream<Uint8Array>,
  length: number,
  watch: WatchArrival,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length)
  const reader = body.getReader()
  let end = 0
  let isSeen = false
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes.set(next.value, end)
    end += next.value.length
    isSeen ||= watch(bytes.subarray(0, end))
  }
  return end === length ? bytes : bytes.slice(0, end)
}

/** Without the schema that call-api.ts asks: the early script, which loads profiles too, has no room for zod. */
async function refusalOf(response: Response): Promise<Error> {
  const plain = new Error(`${response.url} answered ${response.status}`)
  if (!response.headers.get('content-type')?.startsWith('application/problem+json')) return plain
  try {
    return problemFromData((await response.json()) as ProblemData)
  } catch {
    return plain // cut off, or of a code that only another version knows
  }
}
