/** Runs cleanup records: removes files that a killed collector left, and ends its recordings and processes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ownFiles } from '../host/kernel/named-files.ts'
import { isProblem } from '../errors.ts'
import { lateAnswer, removeAttachTrigger } from '../host/attach/attach-trigger.ts'
import { removeContainerFile, statContainerFile } from '../host/container-files/container-file.ts'
import { signalProcessDirectory } from '../host/kernel/libc.ts'
import { isAlive, type PinnedProcess, pinProcess } from '../host/process/pinned-process.ts'
import { removeInstalledFile } from '../host/library/install-library.ts'
import { readStatus } from '../host/process/process-status.ts'
import type { CleanupRecord, LateFile } from './cleanup-record-schema.ts'
import { restoreFile } from './symbols/symbol-maps.ts'
import { openContainerDirectory } from '../host/container-files/container-directory.ts'
import { hasStartedJfr } from '../host/jvm/jfr-module.ts'
import { hasAnsweredSince, openJvmSession } from './jvm/jvm-session.ts'
import { stopLeftAgent } from './async-profiler/stop-left-agent.ts'

/** Interval of the look whether a process that was asked to end has ended. */
const endPollMs = 50

const sigint = 2
const sigkill = 9
/** perf writes its buffers out and ends. */
const politeMs = 3000
/** The time of a file is that of the kernel's last tick. */
const clockMs = 100

/**
 * Runs all records of a capture, in order. Gives what may be left, each with what becomes of it. `report` gets each
 * error.
 */
export async function runAllCleanup(
  records: readonly CleanupRecord[],
  report: (error: unknown) => void,
): Promise<string[]> {
  const left: string[] = []
  for (const record of records) {
    try {
      if (!(await runCleanup(record))) left.push(describeProfiler(record)) // false only of a profiler or JFR
    } catch (error) {
      report(error)
      left.push(describeRecord(record))
    }
  }
  return left
}

const describeProfiler = ({ kind }: CleanupRecord): string =>
  `${kind === 'jfr-recording' ? 'a recording of JFR' : 'async-profiler'} in the JVM, which ends by its own limit`

function describeRecord(record: CleanupRecord): string {
  switch (record.kind) {
    case 'process':
      return `process ${record.hostPid} of the host, to be ended by hand`
    case 'attach-trigger':
      return `the file that has the JVM open its attach socket, .attach_pid and its PID, to be removed by hand`
    case 'container-file':
    case 'late-file':
      return `the file ${record.path} in the file system of the JVM, to be removed by hand`
    case 'profiler':
      return describeProfiler(record)
    case 'jfr-recording':
      return `${describeProfiler(record)}, and its directory ${record.directory}, to be removed by hand`
  }
}

/**
 * A thing that is gone, or was never made, counts as removed. False where a profiler in the JVM goes on: the JVM does
 * not answer.
 */
export async function runCleanup(record: CleanupRecord): Promise<boolean> {
  try {
    using process = pinProcess(record.hostPid)
    if (process.startTicks !== record.startTicks) return true // another process has its PID now
    if (record.kind === 'jfr-recording') return await removeJfrRecording(process, record)
    if (record.kind === 'profiler') return await stopLeftAgent(process, record)
    if (record.kind === 'process') await endProcess(process)
    else if (record.kind === 'attach-trigger') settleTrigger(process)
    else if (record.kind === 'late-file') removeLateFile(process, record)
    else removeFile(process, record)
  } catch (error) {
    if (!isProblem(error) || error.code !== 'target-gone') throw error
  }
  return true
}

function removeFile(process: PinnedProcess, { path, before }: FileCleanupRecord): void {
  if (before !== null && !ownFiles.existsSync(before.copy)) return // it was put back, or never taken away
  if (statContainerFile(process, path) === null && before === null) return
  removeInstalledFile(process, path)
  if (before !== null) restoreFile(process, path, before)
}

/**
 * Removes a file that a JVM was asked for, where it is there. Gives whether it can no longer come: it was removed, the
 * JVM is gone, or the JVM has answered a later request, as it answers them in their order. `asks`: the JVM is asked
 * something now, until that aborts.
 *
 * Throws: Problem `no-permission`, `unsafe-file`.
 */
export async function settleLateFile(record: LateFile, asks: AbortSignal | null): Promise<boolean> {
  try {
    using process = pinProcess(record.hostPid)
    if (process.startTicks !== record.startTicks) return true
    if (asks !== null) await ask(process, asks)
    return removeLateFile(process, record) || hasAnsweredSince(process, record.askedAt)
  } catch (error) {
    if (!isProblem(error) || error.code !== 'target-gone') throw error
    return true
  }
}

/** Asks the JVM something, which it does after all that it was asked before. It may answer later, or never. */
async function ask(process: PinnedProcess, signal: AbortSignal): Promise<void> {
  try {
    await using jvm = openJvmSession(process, null)
    await jvm.version(signal) // which tells whether the socket may be taken away again
    await jvm.booleanFlag('PreserveFramePointer', signal) // any question: the version may be remembered, and not asked
  } catch (error) {
    if (!isProblem(error) && !signal.aborted) throw error
  }
}

/**
 * The JVM that has yet to look for it opens its socket when it runs again; that is removed then, and not waited for
 * here.
 */
function settleTrigger(process: PinnedProcess): void {
  removeAttachTrigger(process, readStatus(process))
  const late = lateAnswer(process)
  if (late !== null) void removeLateSocket(pinProcess(process.hostPid, process.label), late)
}

async function removeLateSocket(process: PinnedProcess, late: Promise<boolean>): Promise<void> {
  try {
    // Opened before the socket is there: a socket that comes is of our own signal.
    await using jvm = openJvmSession(process, null)
    if (await late) await jvm.version() // which tells whether it may be taken away again
  } catch (error) {
    if (!isProblem(error)) throw error // it is gone, or does not answer
  } finally {
    process.close()
  }
}

/** Gives whether the file was removed; false where it is not there, or not ours. */
function removeLateFile(process: PinnedProcess, { path, askedAt }: LateFile): boolean {
  const stat = statContainerFile(process, path)
  const isOurs = stat?.kind === 'file' && stat.uid === readStatus(process).uid && stat.modifiedAtMs >= askedAt - clockMs
  return isOurs && removeContainerFile(process, path, stat)
}

async function endProcess(process: PinnedProcess): Promise<void> {
  signalProcessDirectory(process.directory, sigint)
  const deadline = performance.now() + politeMs
  while (isAlive(process) && performance.now() < deadline) await sleep(endPollMs)
  if (isAlive(process)) signalProcessDirectory(process.directory, sigkill)
}

type FileCleanupRecord = Extract<CleanupRecord, { kind: 'container-file' }>
type JfrCleanupRecord = Extract<CleanupRecord, { kind: 'jfr-recording' }>

/**
 * False where the JVM does not answer: it ends the recording by itself. The files go in any case.
 *
 * Throws: Problem `target-gone`.
 */
export async function removeJfrRecording(p: PinnedProcess, record: JfrCleanupRecord): Promise<boolean> {
  let hasEnded = true
  try {
    // Asking a JVM that has not used JFR would only make it begin to.
    if (hasStartedJfr(p)) await undo(p, record)
  } catch (error) {
    if (!isProblem(error)) throw error
    hasEnded = error.code === 'attach-failed' || error.code === 'target-gone' // it has no such recording, or is gone
  }
  using home = openContainerDirectory(p, record.directory)
  home?.removeAll()
  return hasEnded
}

async function undo(p: PinnedProcess, { recording, repositoryBase }: JfrCleanupRecord): Promise<void> {
  await using jvm = openJvmSession(p, null)
  await jvm.version() // which tells whether the socket may be taken away again
  await jvm.diagnose(['JFR.stop', `name=${recording}`])
  if (repositoryBase !== null) await jvm.diagnose(['JFR.configure', `repositorypath=${repositoryBase}`])
}
