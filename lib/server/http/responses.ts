/** The shapes of our answers: JSON, nothing, stored bytes, and RFC 9457 when it went wrong. */
import { isProblem, type Problem } from '../../errors.ts'
import type { StoredBytes } from '../../store/library/profiles.ts'
import type { CaptureSnapshot } from '../captures/captures.ts'

/**
 * A request header that the front program puts on a page that is embedded in another site: it has no header of its own.
 */
export const embeddedMark = 'x-hearth-embedded'

/** Keeps an answer out of every cache, of browsers and proxies. */
const noStore = { 'cache-control': 'no-store' }

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(value, { status, headers: { ...noStore, ...headers } })
}

export function nothing(headers: Record<string, string> = {}): Response {
  return new Response(null, { status: 204, headers: { ...noStore, ...headers } })
}

export function problemAnswer(problem: Problem): Response {
  const headers: Record<string, string> = { ...noStore, 'content-type': 'application/problem+json' }
  if ('retryAfterSeconds' in problem.facts) headers['retry-after'] = String(problem.facts.retryAfterSeconds)
  return new Response(JSON.stringify(problem), { status: problem.status, headers })
}

/** Answers a failure. What is not a Problem is a bug: it is logged whole, and the client learns nothing but that. */
export function failureAnswer(error: unknown): Response {
  if (isProblem(error)) return problemAnswer(error)
  console.error(error)
  return json({ type: 'about:blank', status: 500, title: 'Hearth has a bug here; its log says more.' }, 500)
}

/**
 * Answers with bytes straight from the disk, gzipped as they are stored; they are unpacked on the way for the rare
 * client that does not take gzip.
 * `no-transform` keeps other compression away from it.
 */
export function storedAnswer(
  request: Request,
  stored: Pick<StoredBytes, 'stream' | 'bytes'>,
  cacheControl: string,
): Response {
  const headers: Record<string, string> = {
    'content-type': 'application/octet-stream',
    'cache-control': `${cacheControl}, no-transform`,
    vary: 'accept-encoding',
  }
  const takesGzip = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  if (!takesGzip) {
    const unpacked = stored.stream.pipeThrough(
      new DecompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>,
    )
    return new Response(unpacked, { headers })
  }
  headers['content-encoding'] = 'gzip'
  headers['content-length'] = String(stored.bytes)
  return new Response(stored.stream, { headers })
}

/**
 * Answers with the image of a link. Clients that ask for many people, as chats do, cache it for a minute; a link that
 * was ended is shown for no longer than that.
 */
export function previewAnswer(png: Uint8Array): Response {
  return new Response(Uint8Array.from(png), {
    headers: { 'content-type': 'image/png', 'cache-control': 'private, max-age=60, no-transform' },
  })
}

/**
 * Answers with a snapshot of a capture under way. A client that has this one already gets 304, and its bytes are not
 * fetched.
 */
export async function liveAnswer(request: Request, captureId: string, snapshot: CaptureSnapshot): Promise<Response> {
  const headers = { 'cache-control': 'private, no-cache, no-transform', etag: `"${captureId}-${snapshot.version}"` }
  if (request.headers.get('if-none-match') === headers.etag) return new Response(null, { status: 304, headers })
  return new Response(await snapshot.open(), { headers: { ...headers, 'content-type': 'application/octet-stream' } })
}

/** Most characters of the name of a file that is downloaded, without its ending; what is beyond is cut off. */
const longestFileName = 100

/** Gives the header of a download, with a name that it can carry and the client's disk can take: names are hostile. */
export function attachment(name: string, ending: string): string {
  const safe =
    name
      .replace(/[^\w.-]+/g, '-')
      .replace(/^[-.]+|[-.]+$/g, '')
      .slice(0, longestFileName) || 'profile'
  return `attachment; filename="${safe}.${ending}"`
}
