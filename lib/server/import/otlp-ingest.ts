/**
 * Messages of OTLP profiles that a sender pushes, as files that come again and again: read one after the other, a few
 * may wait.
 */
import { otlpProfilesPath, type StoredFile } from '../../contract/imports.ts'
import { isProblem, Problem } from '../../errors.ts'
import { ProtobufWriter } from '../../formats/protobuf/protobuf-writer.ts'
import { createMutex } from '../../store/mutex.ts'
import { readMediaType, readUpload } from '../http/read-request.ts'
import { failureAnswer } from '../http/responses.ts'
import type { Upload } from './import-profile.ts'

/** Limit of a message of OTLP; a minute of a busy host is some 2 MB. */
export const maxMessageBytes = 32 * 2 ** 20
/** Messages that wait or come in. */
const mostWaitingMessages = 16
/** Bytes of all messages that wait or come in. */
const mostWaitingBytes = 128 * 2 ** 20
/** Timeout of receiving a message, which is before it has its turn: a slow sender holds up no other. */
const longestSeconds = 30
/** When a sender of OTLP is asked to retry, where too much waits. */
const retryAfterSeconds = 5

type ContentType = 'application/x-protobuf' | 'application/json'

/** `importFile` stores before it answers, so a message that was answered with 200 is in the library. */
export function createOtlpIngest(importFile: (upload: Upload) => Promise<StoredFile>) {
  const runExclusive = createMutex()
  let waiting = 0
  let waitingBytes = 0

  /** Fills `chunks`. Throws: Problem `body-too-large`, `too-many-requests`, `upload-too-slow`. */
  async function receive(body: AsyncIterable<Uint8Array>, chunks: Uint8Array[]): Promise<void> {
    let bytes = 0
    for await (const chunk of within(longestSeconds, body)) {
      bytes += chunk.byteLength
      waitingBytes += chunk.byteLength
      chunks.push(chunk)
      if (bytes > maxMessageBytes) throw new Problem('body-too-large', { body: 'otlp', maxBytes: maxMessageBytes })
      if (waitingBytes > mostWaitingBytes) throw new Problem('too-many-requests', { retryAfterSeconds })
    }
  }

  /** Stores a message; null for an empty one. Throws: Problem `too-many-requests`, and as an import does. */
  async function store(request: Request, person: string): Promise<StoredFile | null> {
    const upload = readUpload(request, 'OTLP', person)
    if (upload.bytes === 0) return null
    if ((upload.bytes ?? 0) > maxMessageBytes)
      throw new Problem('body-too-large', { body: 'otlp', maxBytes: maxMessageBytes })
    if (waiting >= mostWaitingMessages) throw new Problem('too-many-requests', { retryAfterSeconds })
    const chunks: Uint8Array[] = []
    waiting++
    try {
      await receive(upload.body, chunks)
      return await runExclusive(() => importFile({ ...upload, body: toStream(chunks) }))
    } finally {
      waiting--
      waitingBytes -= chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
    }
  }

  /** Answers as OTLP over HTTP does, refusals too: with the sender's own encoding. */
  return async (request: Request, person: string): Promise<Response> => {
    const type = readContentType(request)
    try {
      const imported = await store(request, person)
      return acceptedAnswer(type, imported === null ? null : findRejected(imported))
    } catch (error) {
      // A message without samples is one of which everything was taken. Only the text of `requireProfiles` shows it.
      if (isProblem(error) && error.code === 'unreadable-profile' && /no sample/.test(error.message))
        return acceptedAnswer(type, null)
      if (!isProblem(error)) return failureAnswer(error)
      return statusAnswer(type, error)
    }
  }
}

/** Gives the type of a message. Throws: Problem `invalid-request`. */
function readContentType(request: Request): ContentType {
  const type = readMediaType(request)
  const encoding = request.headers.get('content-encoding')?.toLowerCase() ?? 'identity'
  if (type !== 'application/x-protobuf' && type !== 'application/json')
    throw new Problem('invalid-request', {
      what: `the content-type for ${otlpProfilesPath} is application/x-protobuf or application/json`,
    })
  if (encoding !== 'gzip' && encoding !== 'identity')
    throw new Problem('invalid-request', { what: `its content-encoding is ${encoding}, and gzip or none is read` })
  return type
}

async function* toStream(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}

/** Passes the bytes on. Throws: Problem `upload-too-slow` when they take longer. */
async function* within(seconds: number, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]()
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), seconds * 1000)
  let bytes = 0
  try {
    for (;;) {
      const pending = chunks.next()
      pending.catch(() => undefined) // a paused one may fail when no caller waits for it
      const next = await Promise.race([pending, late.promise])
      if (next === null) throw new Problem('upload-too-slow', { bytes, seconds })
      if (next.done === true) return
      bytes += next.value.byteLength
      yield next.value
    }
  } finally {
    clearTimeout(timer)
    chunks.return?.().catch(() => undefined)
  }
}

interface Rejected {
  readonly profiles: number
  readonly message: string
}

/** Gives the number of profiles that were left out of a message, and why; null for none. */
function findRejected({ warnings }: StoredFile): Rejected | null {
  const left = warnings.find(({ code }) => code === 'profiles-too-many')
  return left === undefined ? null : { profiles: left.count, message: left.text }
}

/** Source: ExportProfilesServiceResponse of opentelemetry-proto. */
function acceptedAnswer(type: ContentType, rejected: Rejected | null): Response {
  if (type === 'application/json') {
    const partialSuccess = rejected && { rejectedProfiles: rejected.profiles, errorMessage: rejected.message }
    return encoded(type, 200, JSON.stringify(partialSuccess === null ? {} : { partialSuccess }))
  }
  const writer = new ProtobufWriter()
  if (rejected !== null)
    writer.message(1, () => {
      writer.integer(1, rejected.profiles)
      writer.text(2, rejected.message)
    })
  return encoded(type, 200, writer.take())
}

/** Source: google.rpc.Status, which OTLP over HTTP answers with. */
function statusAnswer(type: ContentType, problem: Problem): Response {
  const message = `${problem.message} ${problem.remedy}`
  const facts = problem.facts as { retryAfterSeconds?: number }
  const retry = facts.retryAfterSeconds === undefined ? undefined : `${facts.retryAfterSeconds}`
  if (type === 'application/json') return encoded(type, problem.status, JSON.stringify({ message }), retry)
  const writer = new ProtobufWriter()
  writer.text(2, message)
  return encoded(type, problem.status, writer.take(), retry)
}

function encoded(type: ContentType, status: number, body: string | Uint8Array<ArrayBuffer>, retry?: string): Response {
  const headers = { 'content-type': type, 'cache-control': 'no-store', ...(retry && { 'retry-after': retry }) }
  return new Response(body, { status, headers })
}
