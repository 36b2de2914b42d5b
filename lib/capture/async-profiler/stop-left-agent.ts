/**
 * Stops the profiler that a killed collector left running in a JVM: Hearth's own alone, known by the recording that it
 * writes.
 */
import { basename } from 'node:path'
import { isProblem } from '../../errors.ts'
import { attachWaitMs } from '../../host/attach/attach-waits.ts'
import { statContainerFile } from '../../host/container-files/container-file.ts'
import { listOpenFiles } from '../../host/process/open-files.ts'
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import type { CleanupRecord } from '../cleanup-record-schema.ts'
import { openJvmSession } from '../jvm/jvm-session.ts'
import { readJvmState } from '../jvm/jvm-state.ts'
import { stopOptions } from './agent-options.ts'

type ProfilerCleanupRecord = Extract<CleanupRecord, { kind: 'profiler' }>

/**
 * Before its files are removed: musl reads the library again. False where the JVM does not answer: the profiler ends by
 * its own limit.
 */
export async function stopLeftAgent(process: PinnedProcess, record: ProfilerCleanupRecord): Promise<boolean> {
  if (statContainerFile(process, record.recording) === null && !isWriting(process, record)) return true
  if (readJvmState(process) === 'running') await stop(process, record)
  return !isWriting(process, record)
}

async function stop(process: PinnedProcess, record: ProfilerCleanupRecord): Promise<void> {
  try {
    await using jvm = openJvmSession(process, null, attachWaitMs.question)
    // It does one thing after the other: when it answers, the last request of the dead collector is done.
    await jvm.version()
    if (isWriting(process, record)) await jvm.loadAgent(record.path, stopOptions)
  } catch (error) {
    if (!isProblem(error)) throw error
  }
}

/** The name of the recording is made for one capture, and cannot be guessed: no other profiler writes to it. */
function isWriting(process: PinnedProcess, { recording }: ProfilerCleanupRecord): boolean {
  const name = basename(recording)
  return listOpenFiles(process).some((path) => basename(path.replace(/ \(deleted\)$/, '')) === name)
}
