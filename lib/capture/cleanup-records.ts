/** Removes what a killed collector left: in a container, or as a process of ours. */
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isProblem } from '../errors.ts'
import { removeAttachTrigger } from '../host/attach/attach-trigger.ts'
import { statContainerFile } from '../host/container-files/container-file.ts'
import { signalProcessDirectory } from '../host/kernel/libc.ts'
import { type PinnedProcess, pinProcess } from '../host/process/pinned-process.ts'
import { removeInstalledFile } from '../host/library/install-library.ts'
import { readStatus } from '../host/process/process-status.ts'
import type { CleanupRecord } from './engine.ts'
import { isAlive } from './perf/perf-ending.ts'
import { restoreFile } from './symbols/symbol-maps.ts'
import { openContainerDirectory } from '../host/container-files/container-directory.ts'
import { hasStartedJfr } from '../host/jvm/jfr-module.ts'
import { openJvmSession } from './jvm/jvm-session.ts'

const sigint = 2
const sigkill = 9
/** perf writes its buffers out and ends. */
const politeMs = 3000

/** What is gone, or was never made, is as good as removed. */
export async function runCleanup(record: CleanupRecord): Promise<void> {
  try {
    using process = pinProcess(record.hostPid)
    if (process.startTicks !== record.startTicks) return // another process has its PID now
    if (record.kind === 'jfr-recording') return await removeJfrRecording(process, record)
    if (record.kind === 'process') return await endProcess(process)
    if (record.kind === 'attach-trigger') return removeAttachTrigger(process, readStatus(process))
    const { path, before } = record
    if (before !== null && !fs.existsSync(before.copy)) return // it was put back, or never taken away
    if (statContainerFile(process, path) === null && before === null) return
    removeInstalledFile(process, path)
    if (before !== null) restoreFile(process, path, before)
  } catch (error) {
    if (!isProblem(error) || error.code !== 'target-gone') throw error
  }
}

async function endProcess(process: PinnedProcess): Promise<void> {
  signalProcessDirectory(process.directory, sigint)
  const deadline = performance.now() + politeMs
  while (isAlive(process) && performance.now() < deadline) await sleep(50)
  if (isAlive(process)) signalProcessDirectory(process.directory, sigkill)
}

type JfrCleanupRecord = Extract<CleanupRecord, { kind: 'jfr-recording' }>

/** One that does not answer ends the recording by itself; its files go in any case. Throws: Problem `target-gone`. */
export async function removeJfrRecording(p: PinnedProcess, record: JfrCleanupRecord): Promise<void> {
  try {
    // Asking a JVM that has not used JFR would only make it begin to.
    if (hasStartedJfr(p)) await undo(p, record)
  } catch (error) {
    if (!isProblem(error)) throw error
  }
  using home = openContainerDirectory(p, record.directory)
  home?.removeAll()
}

async function undo(p: PinnedProcess, { recording, repositoryBase }: JfrCleanupRecord): Promise<void> {
  await using jvm = openJvmSession(p, null)
  await jvm.version() // which tells whether the socket may be taken away again
  await jvm.diagnose(['JFR.stop', `name=${recording}`])
  if (repositoryBase !== null) await jvm.diagnose(['JFR.configure', `repositorypath=${repositoryBase}`])
}
