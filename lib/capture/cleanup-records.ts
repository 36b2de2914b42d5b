/** Removes what a killed collector left: in a container, or as a process of ours. */
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isProblem } from '../errors.ts'
import { removeAttachTrigger } from '../host/attach/attach-trigger.ts'
import { statContainerFile } from '../host/container-files/container-file.ts'
import { signalProcessDirectory } from '../host/kernel/libc.ts'
import { type PinnedProcess, pinProcess } from '../host/process/pinned-process.ts'
import { removePlacedFile } from '../host/library/install-library.ts'
import { readStatus } from '../host/process/process-status.ts'
import type { Leftover } from './engine.ts'
import { isAlive } from './perf/perf-ending.ts'
import { removeJfrRecording } from './remove-jfr-recording.ts'
import { restoreFile } from './symbols/symbol-maps.ts'

const sigint = 2
const sigkill = 9
/** perf writes its buffers out and ends. */
const politeMs = 3000

/** What is gone, or was never made, is as good as removed. */
export async function removeLeftover(leftover: Leftover): Promise<void> {
  try {
    using process = pinProcess(leftover.hostPid)
    if (process.startTicks !== leftover.startTicks) return // another process has its PID now
    if (leftover.kind === 'jfr-recording') return await removeJfrRecording(process, leftover)
    if (leftover.kind === 'process') return await endProcess(process)
    if (leftover.kind === 'attach-trigger') return removeAttachTrigger(process, readStatus(process))
    const { path, before } = leftover
    if (before !== null && !fs.existsSync(before.copy)) return // it was put back, or never taken away
    if (statContainerFile(process, path) === null && before === null) return
    removePlacedFile(process, path)
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
