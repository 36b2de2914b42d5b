/** A JVM that JFR records in a test: how it was before, and whether it is so again. */
import { expect } from 'vitest'
import { attach } from '../../host/attach/attach.ts'
import { attachWaitMs } from '../../host/attach/attach-waits.ts'
import { pinProcess } from '../../host/process/pinned-process.ts'
import { isHealthy } from '../matrix/health.ts'
import type { TestContainer } from './containers.ts'
import { filesOf } from './left-behind.ts'

/** The PID of the container's JVM, with its files and its log before the capture. */
export async function lookAtJvm(container: TestContainer) {
  const hostPid = (await container.jvmPids())[0]!
  return { hostPid, files: filesOf(hostPid), log: await container.logs() }
}

/** Fails when the JVM has a file or a line of its log more than before, or does not answer its health check. */
export async function expectUntouched(
  container: TestContainer,
  before: Awaited<ReturnType<typeof lookAtJvm>>,
): Promise<void> {
  expect(filesOf(before.hostPid)).toEqual(before.files)
  expect(await container.newLogs(before.log)).toBe('')
  expect(await isHealthy(before.hostPid)).toBe(true)
}

/** Runs a command of jcmd. It leaves the attach socket behind, so call it after the last comparison of the files. */
export async function askJvm(hostPid: number, ...command: string[]): Promise<string> {
  using process = pinProcess(hostPid)
  return await attach(process, 'the test', 'jcmd', command, { timeoutMs: attachWaitMs.question })
}

/** The directory where JFR of that JVM has its files, as the JVM names it. */
export async function readJfrRepository(hostPid: number): Promise<string> {
  return /^Repository path: (.*)$/m.exec(await askJvm(hostPid, 'JFR.configure'))![1]!
}
