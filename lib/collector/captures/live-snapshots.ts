/**
 * Keeps the newest live snapshot of each capture under way, the profile of what was recorded so far. One snapshot of a
 * capture is read at a time; others that its engine offers meanwhile are dropped.
 */
import type { RawPart } from '../../capture/engine.ts'
import { removeSnapshot } from '../../capture/snapshot-files.ts'
import { isProblem, Problem } from '../../errors.ts'

export type SnapshotStore = ReturnType<typeof createSnapshotStore>

export interface SnapshotStoreOptions {
  /**
   * Reads the encoded profile of the first event in the parts, which the live graph shows; null when nothing is in
   * them.
   */
  readonly read: (parts: readonly RawPart[], directory: string, signal: AbortSignal) => Promise<Uint8Array | null>
  readonly onSnapshot: (captureId: string) => void
  readonly report: (error: unknown) => void
}

export function createSnapshotStore({ read, onSnapshot, report }: SnapshotStoreOptions) {
  /** The newest snapshot of each capture under way, encoded; it stays until the next one or the end of the capture. */
  const newest = new Map<string, Uint8Array>()
  const reading = new Map<string, { readonly done: Promise<void>; readonly abort: AbortController }>()

  async function readSnapshot(captureId: string, directory: string, parts: readonly RawPart[], signal: AbortSignal) {
    try {
      const snapshot = await read(parts, directory, signal)
      if (snapshot === null || signal.aborted) return
      newest.set(captureId, snapshot)
      onSnapshot(captureId)
    } catch (error) {
      // A snapshot that cannot be read, such as half a file, does not affect the capture; other errors are bugs.
      if (!isProblem(error) && !signal.aborted) report(error)
    } finally {
      removeSnapshot(directory, parts)
    }
  }

  return {
    /** Takes the parts of a snapshot from an engine, and removes their files when they are read or dropped. */
    offer(captureId: string, directory: string, parts: readonly RawPart[], signal: AbortSignal) {
      if (reading.has(captureId)) return removeSnapshot(directory, parts)
      const abort = new AbortController()
      const done = readSnapshot(captureId, directory, parts, AbortSignal.any([signal, abort.signal])).finally(() =>
        reading.delete(captureId),
      )
      reading.set(captureId, { done, abort })
    },
    /** Gives the newest one, an encoded profile. Throws: Problem `not-found` before the first, or after the end. */
    read: (captureId: string): Uint8Array => {
      const snapshot = newest.get(captureId)
      if (snapshot === undefined) throw new Problem('not-found', { what: 'snapshot of this capture' })
      return snapshot
    },
    /**
     * Ends the reading of a snapshot of this capture, and forgets the newest one. Call it when its engine offers no
     * more: a later offer would be kept.
     */
    async drop(captureId: string) {
      const last = reading.get(captureId)
      last?.abort.abort()
      await last?.done
      newest.delete(captureId)
    },
  }
}
