import { join } from 'node:path'
import { ownFiles } from '../host/kernel/named-files.ts'
import type { RawPart } from './engine.ts'

/** A directory of one snapshot: engines that write several files for it name one so. */
const snapshotDirectory = /^live-\d+$/

/**
 * Removes the files of a live snapshot from the directory of its capture. Symbol maps outside a directory of the
 * snapshot stay: the recording and other snapshots use them, too.
 */
export function removeSnapshot(directory: string, parts: readonly RawPart[]): void {
  // A command names its files as arguments: `perf script -i live-3/...`.
  const names = parts.flatMap(({ source, job }) => [
    ...(source.kind === 'file' ? [source.name] : source.command),
    ...job.javaMaps.map(({ path }) => path),
  ])
  const directories = names.map((name) => name.split('/')[0]!).filter((name) => snapshotDirectory.test(name))
  const files = parts.flatMap(({ source }) => (source.kind === 'file' ? [source.name] : []))
  for (const name of new Set([...directories, ...files]))
    ownFiles.rmSync(join(directory, name), { recursive: true, force: true })
}
