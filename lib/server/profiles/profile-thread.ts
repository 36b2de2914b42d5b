/** Tasks on the bytes of profiles, done in a thread so that no other request waits. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type ProblemData, problemFromData } from '../../errors.ts'
import type { RedactionOptions } from '../../profile/redact/redaction.ts'
import type { ProfileWarning } from '../../profile/model/profile.ts'
import type { FirstPaint } from '../../profile/first-paint/first-paint.ts'
import type { NamedMethods } from './digest/name-methods.ts'
import type { ComparedProfiles } from '../../contract/compare-profiles.ts'
import type { StoredPair } from './compare-stored.ts'
import type { NamedBlob } from './merge-stored.ts'
import type { ReadShares } from './read-function-shares.ts'
import type { PreviewRequest } from '../preview/draw-preview.ts'
import type { PackedCopy } from './redact-profiles.ts'
import type { ReadRunChanges, StoredRun, StoredStratum } from './read-run-changes.ts'
import type { ReplicaDistance } from './measure-replica-distances.ts'

/** Formats that a thread writes (profile-worker.ts). */
const writtenFormats = ['folded', 'svg', 'pprof', 'otlp', 'speedscope'] as const

/** Formats that people can download. `html` is the viewer with the profile in it, `hearth` the stored bytes. */
export const exportFormats = [...writtenFormats, 'html', 'hearth'] as const
export type ExportFormat = (typeof exportFormats)[number]

export interface WriteOptions {
  readonly format: (typeof writtenFormats)[number]
  /** Folded only: kinds as suffixes, as stackcollapse-perf.pl writes them. */
  readonly annotate: boolean
  readonly title: string
}

export type ThreadTask =
  | { readonly type: 'compare'; readonly pair: StoredPair }
  | { readonly type: 'first-paint'; readonly gzipped: Uint8Array; readonly isAwaited: boolean }
  | { readonly type: 'function-shares'; readonly gzipped: readonly Uint8Array[] }
  | { readonly type: 'merge'; readonly blobs: readonly NamedBlob[]; readonly warnings: readonly ProfileWarning[] }
  | { readonly type: 'merge-runs'; readonly runs: readonly StoredRun[] }
  | { readonly type: 'preview'; readonly request: PreviewRequest }
  | { readonly type: 'redact'; readonly gzipped: readonly Uint8Array[]; readonly redaction: RedactionOptions }
  | { readonly type: 'replicas'; readonly gzipped: readonly Uint8Array[] }
  | { readonly type: 'run-changes'; readonly strata: readonly StoredStratum[] }
  | ({ readonly type: 'write'; readonly gzipped: Uint8Array } & WriteOptions)
export type ThreadAnswer =
  | { readonly type: 'compare'; readonly result: ComparedProfiles }
  | { readonly type: 'first-paint'; readonly paint: FirstPaint; readonly methods: NamedMethods }
  | { readonly type: 'function-shares'; readonly shares: ReadShares[] }
  | { readonly type: 'merge'; readonly encoded: Uint8Array<ArrayBuffer> }
  | { readonly type: 'merge-runs'; readonly gzipped: Uint8Array<ArrayBuffer> }
  | { readonly type: 'preview'; readonly png: Uint8Array<ArrayBuffer> }
  | { readonly type: 'redact'; readonly copies: PackedCopy[] }
  | { readonly type: 'replicas'; readonly distances: ReplicaDistance[] }
  | { readonly type: 'run-changes'; readonly result: ReadRunChanges }
  | { readonly type: 'piece'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'end' }
  | { readonly type: 'problem'; readonly problem: ProblemData }

/** Runs a task that has one answer. Throws: the Problem the thread met; an Error when `signal` ended it. */
export async function runThreadTask<Type extends Exclude<ThreadTask['type'], 'write'>>(
  task: ThreadTask & { readonly type: Type },
  signal?: AbortSignal,
): Promise<Extract<ThreadAnswer, { type: Type }>> {
  const worker = startWorker(task)
  const end = () => void worker.terminate()
  signal?.addEventListener('abort', end)
  try {
    const answer = await nextAnswer(worker)
    if (answer.type !== task.type) throw new TypeError(`asked for a ${task.type}, got ${answer.type}`)
    return answer as Extract<ThreadAnswer, { type: Type }>
  } finally {
    signal?.removeEventListener('abort', end)
    await worker.terminate()
  }
}

/**
 * Gives the profile in a foreign format, written as fast as it is read. Throws: Problem `unreadable-profile`, while it
 * is read.
 */
export function writeProfile(gzipped: Uint8Array, options: WriteOptions): ReadableStream<Uint8Array> {
  const worker = startWorker({ type: 'write', gzipped, ...options })
  let answer: Promise<ThreadAnswer> = nextAnswer(worker)
  // It may fail before the first pull, which fails then.
  answer.catch(() => undefined)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await answer
        if (piece.type !== 'piece') {
          controller.close()
          await worker.terminate()
          return
        }
        controller.enqueue(piece.bytes)
        answer = nextAnswer(worker)
        answer.catch(() => undefined)
        worker.postMessage('more')
      },
      async cancel() {
        await worker.terminate()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Why each thread has ended that did so while no one waited for its answer. */
const ends = new WeakMap<Worker, Error>()

function startWorker(task: ThreadTask): Worker {
  const worker = new Worker(new URL('./profile-worker.ts', import.meta.url), { workerData: task })
  worker.on('error', (error: Error) => ends.set(worker, error))
  worker.once('exit', (code) =>
    ends.set(worker, ends.get(worker) ?? new Error(`the profile thread ended early with ${code}`)),
  )
  return worker
}

/**
 * Gives the thread's answer. Throws: the Problem the thread met; its error when it has a bug; an Error when it ends
 * without an answer.
 */
async function nextAnswer(worker: Worker): Promise<ThreadAnswer> {
  const end = ends.get(worker)
  if (end !== undefined) throw end
  const ended = new AbortController()
  try {
    const exit = once(worker, 'exit', { signal: ended.signal }).then(([code]) => {
      throw new Error(`the profile thread ended early with ${String(code)}`)
    })
    const [answer] = (await Promise.race([once(worker, 'message', { signal: ended.signal }), exit])) as [ThreadAnswer]
    if (answer.type === 'problem') throw problemFromData(answer.problem)
    return answer
  } finally {
    ended.abort()
  }
}
