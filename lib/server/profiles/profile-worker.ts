/** Runs tasks in a thread of its own: between the requests of the web program each would hold up all others. */
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { Readable } from 'node:stream'
import { parentPort, workerData } from 'node:worker_threads'
import { createGzip } from 'node:zlib'
import { isProblem } from '../../errors.ts'
import { decodeStored } from './decode-stored.ts'
import { nameMethods } from './digest/name-methods.ts'
import { firstPaintOf } from '../../profile/first-paint/first-paint.ts'
import type { ReadShares } from './read-function-shares.ts'
import type { Profile, ProfileWarning } from '../../profile/model/profile.ts'
import type { RedactionOptions } from '../../profile/redact/redaction.ts'
import type { ComparedProfiles } from '../../contract/compare-profiles.ts'
import type { StoredPair } from './compare-stored.ts'
import type { NamedBlob } from './merge-stored.ts'
import type { ThreadAnswer, ThreadTask, WriteOptions } from './profile-thread.ts'
import type { PreviewRequest } from '../preview/draw-preview.ts'
import type { PackedCopy } from './redact-profiles.ts'
import type { ReadRunChanges, StoredRun, StoredStratum } from './read-run-changes.ts'
import type { ReplicaDistance } from './measure-replica-distances.ts'

const port = parentPort!
/** Characters of an export that are handed on at a time. */
const batchCharacters = 64 * 1024

function firstPaint({ gzipped, isAwaited }: ThreadTask & { type: 'first-paint' }): void {
  // On Linux this is the niceness of this thread alone: setpriority(2).
  if (!isAwaited) setPriority(constants.priority.PRIORITY_LOW)
  const profile = decodeStored(gzipped)
  postAnswer({ type: 'first-paint', paint: firstPaintOf(profile), methods: nameMethods(profile) })
}

async function redact(gzipped: readonly Uint8Array[], redaction: RedactionOptions): Promise<PackedCopy[]> {
  return (await import('./redact-profiles.ts')).redactPacked(gzipped, redaction)
}

async function renderPreview(request: PreviewRequest): Promise<Uint8Array<ArrayBuffer>> {
  // The layout engine would ask the network for a letter that its font lacks. It unpacks itself from a data: address.
  const { fetch: fetchAny } = globalThis
  globalThis.fetch = (address, options) =>
    typeof address === 'string' && address.startsWith('data:')
      ? fetchAny(address, options)
      : Promise.reject(new Error('a preview sends no requests'))
  return (await import('../preview/draw-preview.ts')).drawPreview(request)
}

/** Compares two stored profiles. The code is loaded when it is asked for, as that of the writers is. */
async function compare(pair: StoredPair): Promise<ComparedProfiles> {
  return (await import('./compare-stored.ts')).compareStored(pair)
}

async function sharesOf(gzipped: readonly Uint8Array[]): Promise<ReadShares[]> {
  return (await import('./read-function-shares.ts')).readFunctionShares(gzipped)
}

async function distances(gzipped: readonly Uint8Array[]): Promise<ReplicaDistance[]> {
  return (await import('./measure-replica-distances.ts')).measureReplicaDistances(gzipped)
}

async function runChanges(strata: readonly StoredStratum[]): Promise<ReadRunChanges> {
  return (await import('./read-run-changes.ts')).readRunChanges(strata)
}

async function merge(blobs: readonly NamedBlob[], warnings: readonly ProfileWarning[]): Promise<void> {
  const encoded = (await import('./merge-stored.ts')).mergeStored(blobs, warnings)
  postAnswer({ type: 'merge', encoded }, [encoded.buffer])
}

async function mergeRuns(runs: readonly StoredRun[]): Promise<void> {
  const gzipped = (await import('./merge-stored-runs.ts')).mergeStoredRuns(runs)
  postAnswer({ type: 'merge-runs', gzipped }, [gzipped.buffer])
}

async function write({ gzipped, ...options }: Extract<ThreadTask, { type: 'write' }>): Promise<void> {
  const profile = decodeStored(gzipped)
  const pieces = batched(await piecesOf(profile, options))
  for await (const bytes of packedFormats.has(options.format) ? packed(pieces) : pieces) {
    postAnswer({ type: 'piece', bytes }, [bytes.buffer])
    await once(port, 'message') // the reader wants more
  }
  postAnswer({ type: 'end' })
}

/** Gives the pieces of an export. Its writer is loaded when it is asked for: a first paint needs none. */
async function piecesOf(profile: Profile, options: WriteOptions): Promise<Iterable<string | Uint8Array>> {
  const { format, annotate, title } = options
  switch (format) {
    case 'folded':
      return (await import('../../formats/folded/write-folded.ts')).writeFoldedFile(profile, { annotate })
    case 'svg':
      return (await import('../../formats/svg/classic-svg.ts')).writeClassicSvg(profile, { title })
    case 'pprof':
      return (await import('../../formats/pprof/write-pprof.ts')).writePprof(profile)
    case 'otlp':
      return (await import('../../formats/otlp/write-otlp.ts')).writeOtlp(profile)
    case 'speedscope':
      return (await import('../../formats/speedscope/write-speedscope.ts')).writeSpeedscope(profile, { title })
  }
}

/**
 * Joins texts to large pieces, each with a buffer of its own, which can be handed to the other thread. A writer yields
 * texts alone or bytes alone: of a mix the order would be lost.
 */
function* batched(pieces: Iterable<string | Uint8Array>): Generator<Uint8Array<ArrayBuffer>> {
  let text = ''
  for (const piece of pieces) {
    if (typeof piece !== 'string') yield Uint8Array.from(piece)
    else text += piece
    if (text.length < batchCharacters) continue
    yield new TextEncoder().encode(text)
    text = ''
  }
  if (text !== '') yield new TextEncoder().encode(text)
}

/** Formats that are packed with gzip: pprof is so by definition, and a receiver of OTLP takes it. */
const packedFormats: ReadonlySet<string> = new Set(['pprof', 'otlp'])

async function* packed(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const chunk of Readable.from(pieces).pipe(createGzip()) as AsyncIterable<Uint8Array>)
    yield Uint8Array.from(chunk)
}

function postAnswer(message: ThreadAnswer, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer)
}

try {
  const task = workerData as ThreadTask
  if (task.type === 'first-paint') firstPaint(task)
  else if (task.type === 'compare') postAnswer({ type: 'compare', result: await compare(task.pair) })
  else if (task.type === 'redact') postAnswer({ type: 'redact', copies: await redact(task.gzipped, task.redaction) })
  else if (task.type === 'merge') await merge(task.blobs, task.warnings)
  else if (task.type === 'merge-runs') await mergeRuns(task.runs)
  else if (task.type === 'replicas') postAnswer({ type: 'replicas', distances: await distances(task.gzipped) })
  else if (task.type === 'run-changes') postAnswer({ type: 'run-changes', result: await runChanges(task.strata) })
  else if (task.type === 'function-shares')
    postAnswer({ type: 'function-shares', shares: await sharesOf(task.gzipped) })
  else if (task.type === 'preview') postAnswer({ type: 'preview', png: await renderPreview(task.request) })
  else await write(task)
} catch (error) {
  if (!isProblem(error)) throw error
  postAnswer({ type: 'problem', problem: error.toJSON() })
}
port.close()
