/** A thread that looks at encoded profiles and packs them for the store, so that no other request waits. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ProfileSummary } from '../../../contract/profile.ts'
import { type ProblemData, problemFromData } from '../../../errors.ts'
import type { FirstPaint } from '../../../profile/first-paint/first-paint.ts'
import type { ProfileWarning } from '../../../profile/model/profile.ts'

/** The part of a summary that is in the profile itself. */
export type DigestFacts = Pick<
  ProfileSummary,
  | 'engine'
  | 'event'
  | 'unit'
  | 'total'
  | 'durationMs'
  | 'javaNamed'
  | 'hotMethod'
  | 'topMethod'
  | 'warnings'
  | 'host'
  | 'containerName'
  | 'containerId'
  | 'image'
  | 'imageDigest'
  | 'mainClass'
  | 'capturedAt'
> & { readonly service: string | null; readonly encodedBytes: number }

export interface Digest {
  readonly facts: DigestFacts
  readonly warnings: readonly ProfileWarning[]
  readonly firstPaint: FirstPaint
  readonly gzipped: Uint8Array<ArrayBuffer>
}

export type DigestAnswer = { readonly digest: Digest } | { readonly problem: ProblemData }

/** A thread that digests one profile at a time. */
export type Digester = ReturnType<typeof startDigester>

/** Starts the thread at once: it loads its modules while the bytes are still on their way. */
export function startDigester() {
  const worker = new Worker(new URL('./digest-worker.ts', import.meta.url))
  let broken: Error | null = null
  worker.on('error', (error: Error) => (broken = error))
  let hasEnded = false
  worker.once('exit', (code) => {
    hasEnded = true
    broken ??= new Error(`the thread that digests profiles ended early with ${code}`)
  })
  return {
    /** Whether the thread has ended, and digests no more. */
    hasEnded: () => hasEnded,
    /**
     * Checks an encoded profile, gives its facts and its first paint, and packs it for the store. The bytes move to the
     * thread: the caller has them no more, so no profile is in memory twice.
     *
     * Throws: Problem `unreadable-profile`.
     */
    async digest(encoded: Uint8Array): Promise<Digest> {
      if (broken !== null) throw broken
      const { buffer } = encoded
      const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === encoded.byteLength
      const listening = new AbortController()
      try {
        const ended = once(worker, 'exit', { signal: listening.signal }).then(([code]) => {
          throw new Error(`the thread that digests profiles ended early with ${String(code)}`)
        })
        const answered = once(worker, 'message', { signal: listening.signal }) as Promise<[DigestAnswer]>
        worker.postMessage(encoded, isWhole ? [buffer] : [])
        const [answer] = await Promise.race([answered, ended])
        if ('problem' in answer) throw problemFromData(answer.problem)
        return answer.digest
      } finally {
        listening.abort()
      }
    },
    async close() {
      await worker.terminate()
    },
  }
}

/** A thread takes longer to start than to digest a small profile; of a large one it would hold the memory. */
const longestIdleMs = 5000
/** After a profile with more encoded bytes the thread ends at once. */
const mostKeptBytes = 8 * 2 ** 20

/**
 * Creates one thread for profiles that come soon after each other, begun with the first user and ended when there was
 * none for a while.
 */
export function createSharedDigester(idleMs = longestIdleMs) {
  let digester: Digester | null = null
  let users = 0
  let idle: NodeJS.Timeout | undefined
  let hadLarge = false

  const end = async () => {
    const ending = digester
    digester = null
    hadLarge = false
    await ending?.close()
  }
  return {
    /** Starts the thread at once. Each user digests while no other does, and says when it is done. */
    use(): { readonly digest: Digester['digest']; readonly done: () => Promise<void> } {
      users++
      clearTimeout(idle)
      const current = () => (digester = digester === null || digester.hasEnded() ? startDigester() : digester)
      current()
      return {
        digest(encoded) {
          hadLarge ||= encoded.byteLength > mostKeptBytes
          return current().digest(encoded)
        },
        async done() {
          users--
          if (users > 0) return
          if (hadLarge) return await end()
          idle = setTimeout(() => void end(), idleMs)
          idle.unref()
        },
      }
    },
  }
}

/** Digests one profile alone. */
export async function digestProfile(encoded: Uint8Array): Promise<Digest> {
  const digester = startDigester()
  try {
    return await digester.digest(encoded)
  } finally {
    await digester.close()
  }
}
