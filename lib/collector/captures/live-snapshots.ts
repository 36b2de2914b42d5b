/**
 * The newest snapshot of each capture under way, read while it records: one at a time; others that come meanwhile are
 * dropped.
 */
import { join } from 'node:path'
import { ownFiles } from '../../host/kernel/named-files.ts'
import type { RawPart } from '../../capture/engine.ts'
import { isProblem, Problem } from '../../errors.ts'

export type SnapshotStore = ReturnType<typeof createSnapshotStore>

export interface SnapshotStoreOptions {
  /** The encoded profile of the first event in the parts; null when nothing is in them yet. */
  readonly read: (parts: readonly RawPart[], directory: string, signal: AbortSignal) => Promise<Uint8Array | null>
  readonly onSnapshot: (captureId: string) => void
  readonly report: (error: unknown) => void
}

/** The files of a snapshot lie in a directory of their own, which engines name so. */
const snapshotDirectory = /^live-\d+$/

export function createSnapshotStore({ read, onSnapshot, report }: SnapshotStoreOptions) {
  const newest = new Map<string, Uint8Array>()
  const reading = new Map<string, { readonly done: Promise<void>; readonly abort: AbortController }>()

  async function readSnapshot(captureId: string, directory: string, parts: readonly RawPart[], signal: AbortSignal) {
    try {
      const snapshot = await read(parts, directory, signal)
      if (snapshot === null || signal.aborted) return
      newest.set(captureId, snapshot)
      onSnapshot(captureId)
    } catch (error) {
      // The capture itself is none the worse for it.
      if (!isProblem(error) && !signal.aborted) report(error)
    } finally {
      removeFiles(directory, parts)
    }
  }

  return {
    /** What an engine offers; its files are removed in every case. Never throws. */
    offer(captureId: string, directory: string, parts: readonly RawPart[], signal: AbortSignal) {
      if (reading.has(captureId)) return removeFiles(directory, parts)
      const abort = new AbortController()
      const done = readSnapshot(captureId, directory, parts, AbortSignal.any([signal, abort.signal])).finally(() =>
        reading.delete(captureId),
      )
      reading.set(captureId, { done, abort })
    },
    /** Encoded. Throws: Problem `not-found` when there is none yet, or the capture has ended. */
    read: (captureId: string): Uint8Array => {
      const snapshot = newest.get(captureId)
      if (snapshot === undefined) throw new Problem('not-found', { what: 'snapshot of this capture' })
      return snapshot
    },
    /** No snapshot is being read any more, and none is kept. */
    async drop(captureId: string) {
      const last = reading.get(captureId)
      last?.abort.abort()
      await last?.done
      newest.delete(captureId)
    },
  }
}

function removeFiles(directory: string, parts: readonly RawPart[]): void {
  const names = parts.flatMap(({ source, job }) => [
    ...(source.kind === 'file' ? [source.name] : source.command),
    ...job.javaMaps.map(({ path }) => path),
  ])
  const directories = names.map((name) => name.split('/')[0]!).filter((name) => snapshotDirectory.test(name))
  for (const name of new Set(directories)) ownFiles.rmSync(join(directory, name), { recursive: true, force: true })
}
