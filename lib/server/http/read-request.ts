/** Reads parts of a request, checked before anyone believes them. */
import { z } from 'zod'
import { describeIssueOf } from '../../contract/describe-issue.ts'
import { readServiceSegment } from '../../contract/service-segment.ts'
import { Problem } from '../../errors.ts'
import type { Upload } from '../import/import-profile.ts'

/** The limit of the JSON body of an operation that names no other. */
const usualMaxBodyBytes = 64 * 1024

/** Gives the media type of the body, without parameters, in lower case: RFC 9110, 8.3.1, compares it so. */
export function readMediaType({ headers }: Pick<Request, 'headers'>): string | undefined {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
}

/**
 * Gives the body in its shape. Throws: Problem `invalid-request` naming the first thing that is wrong,
 * `body-too-large`.
 */
export async function readJsonBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  maxBodyBytes = usualMaxBodyBytes,
): Promise<z.output<Schema>> {
  // Other content types can be sent by any page without asking (a form); this one cannot.
  if (readMediaType(request) !== 'application/json')
    throw new Problem('invalid-request', { what: 'its content-type is not application/json' })
  const body = parse(await readText(request, maxBodyBytes))
  return checked('body', () => schema.parse(body))
}

/**
 * Reads the parameters of a query. `read` makes the value where they are not one text each, such as one that may be
 * repeated. Throws: Problem `invalid-request`.
 */
export function readQuery<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  read = (parameters: URLSearchParams): unknown => schema.parse(Object.fromEntries(parameters)),
): unknown {
  return checked('query', () => read(new URL(request.url).searchParams))
}

/** Reads the name of a service out of a path. Throws: Problem `not-found`. */
export function readService(segment: string): string {
  const service = readServiceSegment(segment)
  if (service === null) throw new Problem('not-found', { what: 'service' })
  return service
}

/** Checks an id out of a path, for those that go on to the collector. Throws: Problem `not-found`. */
export function checkId(schema: z.ZodType<string>, id: string, what: string): string {
  if (schema.safeParse(id).success) return id
  throw new Problem('not-found', { what })
}

/** Reads the secret of an Authorization header; null where there is none. */
export function readBearer(headers: Pick<Headers, 'get'>): string | null {
  return /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null
}

/** Gives the Idempotency-Key of a request; null without one. Throws: Problem `invalid-request`. */
export function readIdempotencyKey(request: Request): string | null {
  const key = request.headers.get('idempotency-key')
  if (key === null || /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw new Problem('invalid-request', { what: 'its idempotency-key is not 1 to 200 plain characters' })
}

/**
 * Takes a file that is the body; its name comes URI-encoded, in a header or in the path. Throws: Problem
 * `invalid-request`.
 */
export function readUpload(request: Request, encodedName: string, createdBy: string): Upload {
  if (!request.body) throw new Problem('invalid-request', { what: 'it has no body' })
  const length = request.headers.get('content-length')
  return {
    body: request.body,
    fileName: decodeName(encodedName),
    bytes: length === null ? null : Number(length),
    createdBy,
    signal: request.signal,
  }
}

/**
 * Gives the address by which the client reaches Hearth, also behind a proxy. An Origin may be believed: the guard has
 * refused that of any other site. A program sends none; the protocol of its request is then as a trusted proxy says.
 */
export function readOrigin(request: Request): string {
  return request.headers.get('origin') ?? `${new URL(request.url).protocol}//${request.headers.get('host')}`
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch (cause) {
    throw new Problem('invalid-request', { what: 'the name of the file is not URI-encoded' }, { cause })
  }
}

/** `part`: of the request, which names a fault of the whole of it. */
function checked<Value>(part: 'body' | 'query', read: () => Value): Value {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof z.ZodError)) throw cause
    throw new Problem('invalid-request', { what: describeIssueOf(part, cause.issues[0]!) }, { cause })
  }
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new Problem('body-too-large', { body: 'json', maxBytes })
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Problem('invalid-request', { what: 'its body is not JSON' }, { cause })
  }
}
