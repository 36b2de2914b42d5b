import { Problem } from '../../lib/errors.ts'
import { problemOf } from '../api/call-api.ts'

/**
 * The encoded profile from our own server. Asked for by the page, so that what the document preloaded is what it gets.
 *
 * Throws: the Problem that the server explains, Problem `web-unreachable` when there is no answer at all.
 */
export async function loadProfile(url: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url, { signal }).catch((cause: unknown) => {
    if (signal.aborted) throw cause
    throw new Problem('web-unreachable', {}, { cause })
  })
  if (!response.ok) throw await problemOf(response)
  return new Uint8Array(await response.arrayBuffer())
}
