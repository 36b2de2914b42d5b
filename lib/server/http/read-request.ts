/** What a request carries, checked before anyone believes it. */
import { z } from 'zod'
import type { LibraryQuery } from '../../contract/library.ts'
import { readLibraryQuery } from '../../contract/library-query.ts'
import { readServiceSegment } from '../../contract/service-segment.ts'
import { Problem } from '../../errors.ts'
import type { Upload } from '../import/import-profile.ts'

const longestBody = 64 * 1024

/** Throws: Problem `invalid-request` naming the first thing that is wrong, `body-too-large`. */
export async function readJsonBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  // Other content types can be sent by any page without asking (a form); this one cannot.
  if (request.headers.get('content-type')?.split(';')[0]?.trim() !== 'application/json')
    throw new Problem('invalid-request', { what: 'its content-type is not application/json' })
  return check(schema, parse(await readText(request)))
}

/** Throws: Problem `invalid-request`. */
export function readQuery<Schema extends z.ZodType>(request: Request, schema: Schema): z.output<Schema> {
  return check(schema, Object.fromEntries(new URL(request.url).searchParams))
}

/** What is asked of the library. Throws: Problem `invalid-request`. */
export function readLibraryRequest(request: Request): LibraryQuery {
  try {
    return readLibraryQuery(new URL(request.url).searchParams)
  } catch (cause) {
    if (!(cause instanceof z.ZodError)) throw cause
    const { path, message } = cause.issues[0]!
    throw new Problem('invalid-request', { what: `${path.join('.')}: ${message}` }, { cause })
  }
}

/** The name of a service out of a path. Throws: Problem `not-found`. */
export function readService(segment: string): string {
  const service = readServiceSegment(segment)
  if (service === null) throw new Problem('not-found', { what: 'service' })
  return service
}

/** An id out of a path, for those that go on to the collector. Throws: Problem `not-found`. */
export function checkId(schema: z.ZodType<string>, id: string, what: string): string {
  if (schema.safeParse(id).success) return id
  throw new Problem('not-found', { what })
}

/** Null without the header. Throws: Problem `invalid-request`. */
export function readIdempotencyKey(request: Request): string | null {
  const key = request.headers.get('idempotency-key')
  if (key === null || /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw new Problem('invalid-request', { what: 'its idempotency-key is not 1 to 200 plain characters' })
}

/** A file as a body. Its name comes URI-encoded, since headers are ASCII. Throws: Problem `invalid-request`. */
export function readUpload(request: Request, createdBy: string): Upload {
  if (!request.body) throw new Problem('invalid-request', { what: 'it has no body' })
  const length = request.headers.get('content-length')
  return {
    body: request.body,
    fileName: decodeName(request.headers.get('x-file-name') ?? ''),
    bytes: length === null ? null : Number(length),
    createdBy,
    signal: request.signal,
  }
}

/** The same, with the file's name in the path, as Next hands it on: URI-encoded. Throws: Problem `invalid-request`. */
export function readImport(request: Request, name: string, createdBy: string): Upload {
  return { ...readUpload(request, createdBy), fileName: decodeName(name) }
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch (cause) {
    throw new Problem('invalid-request', { what: 'the name of the file is not URI-encoded' }, { cause })
  }
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]!
  throw new Problem('invalid-request', { what: `${issue.path.join('.') || 'body'}: ${issue.message}` })
}

async function readText(request: Request): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of request.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > longestBody) throw new Problem('body-too-large', { maxBytes: longestBody })
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
