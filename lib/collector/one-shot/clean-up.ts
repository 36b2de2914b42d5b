/** Removes what a Job or an ephemeral container that was killed left at the JVM. */
import { basename } from 'node:path'
import { z } from 'zod'
import { type CleanupRecord, cleanupRecordSchema } from '../../capture/cleanup-record-schema.ts'
import { runCleanup } from '../../capture/cleanup-records.ts'
import { unlessProblem } from '../../errors.ts'
import { pinProcess } from '../../host/process/pinned-process.ts'
import { isInContainer } from './find-jvm.ts'

/**
 * Removes what a killed Job or container made at the JVM. The records came over its connection, which someone with a
 * stolen token may have used: so no process is ended, and only files with names that Hearth gives are removed.
 */
export async function cleanUp(cleanup: readonly unknown[], containerId: string): Promise<void> {
  for (const record of z.array(cleanupRecordSchema).parse(cleanup))
    if (isInContainerOf(record.hostPid) && isOurs(record)) await runCleanup(record)

  function isInContainerOf(hostPid: number): boolean {
    return unlessProblem(() => {
      using process = pinProcess(hostPid)
      return isInContainer(process, containerId)
    }, false)
  }
}

/** Gives whether a record names no process, and only files with names that Hearth gives. */
export function isOurs(record: CleanupRecord): boolean {
  if (record.kind === 'process') return false
  if (record.kind === 'attach-trigger') return true // it has no path: its name is made of the PID
  if (record.kind === 'profiler') return isNamedAsOurs(record.path) && isNamedAsOurs(record.recording)
  const path = record.kind === 'jfr-recording' ? record.directory : record.path
  return isNamedAsOurs(path) || /^\/tmp\/perf-\d+\.map$/.test(path)
}

function isNamedAsOurs(path: string): boolean {
  return basename(path).startsWith('.hearth-')
}
