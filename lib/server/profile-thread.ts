/** What we ask of a profile's bytes, answered by a thread so that nobody else waits. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type ProfileSummary } from '../contract.ts'
import { type ProblemData, problemFromData } from '../errors.ts'
import { type TreePicture } from '../profile/tree-picture.ts'
import { type writtenFormats } from './export-formats.ts'

/** The part of a summary that is in the profile itself. */
export type ProfileFacts = Pick<
  ProfileSummary,
  'engine' | 'event' | 'unit' | 'total' | 'durationMs' | 'javaNamed' | 'warnings'
> & { readonly service: string | null; readonly encodedBytes: number }

export interface WriteOptions {
  readonly format: (typeof writtenFormats)[number]
  /** Folded only: kinds as suffixes, as stackcollapse-perf.pl writes them. */
  readonly annotate: boolean
  readonly title: string
}

export type ThreadTask =
  | { readonly type: 'digest'; readonly encoded: Uint8Array }
  | { readonly type: 'picture'; readonly gzipped: Uint8Array }
  | ({ readonly type: 'write'; readonly gzipped: Uint8Array } & WriteOptions)
export type ThreadAnswer =
  | { readonly type: 'digest'; readonly facts: ProfileFacts; readonly gzipped: Uint8Array<ArrayBuffer> }
  | { readonly type: 'picture'; readonly picture: TreePicture }
  | { readonly type: 'piece'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'end' }
  | { readonly type: 'problem'; readonly problem: ProblemData }

/**
 * Checks an encoded profile, says what is in it and packs it for the store.
 *
 * Throws: Problem `unreadable-profile`.
 */
export async function digestProfile(encoded: Uint8Array): Promise<{ facts: ProfileFacts; gzipped: Uint8Array }> {
  return askOnce({ type: 'digest', encoded })
}

/** What can be seen of a stored profile at first sight. Throws: Problem `unreadable-profile`. */
export async function pictureOfProfile(gzipped: Uint8Array): Promise<TreePicture> {
  return (await askOnce({ type: 'picture', gzipped })).picture
}

async function askOnce<Type extends 'digest' | 'picture'>(
  task: ThreadTask & { readonly type: Type },
): Promise<Extract<ThreadAnswer, { type: Type }>> {
  const worker = startWorker(task)
  try {
    const answer = await nextAnswer(worker)
    if (answer.type !== task.type) throw new TypeError(`asked for a ${task.type}, got ${answer.type}`)
    return answer as Extract<ThreadAnswer, { type: Type }>
  } finally {
    await worker.terminate()
  }
}

/** The profile in a foreign format, written as fast as it is read. Throws: Problem `unreadable-profile`, while it is read. */
export function writeProfile(gzipped: Uint8Array, options: WriteOptions): ReadableStream<Uint8Array> {
  const worker = startWorker({ type: 'write', gzipped, ...options })
  let answer: Promise<ThreadAnswer> = nextAnswer(worker)
  // It may fail before anybody pulls; the pull hears of it then.
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

function startWorker(task: ThreadTask): Worker {
  return new Worker(new URL('./profile-worker.ts', import.meta.url), { workerData: task })
}

/** Throws: the Problem the thread met; its error when it has a bug; an Error when it ends without an answer. */
async function nextAnswer(worker: Worker): Promise<ThreadAnswer> {
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
