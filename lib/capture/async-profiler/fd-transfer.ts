/**
 * Real perf events for a JVM that may open none itself: kernel frames, and samples at any rate. Needs root on the host.
 */
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { goneOrDirectory, unlinkName } from '../../host/container-files/by-descriptor.ts'
import { openParentDirectory } from '../../host/container-files/container-path.ts'
import { typeStripping } from '../../host/command/own-node.ts'
import { pinProcess, type PinnedProcess } from '../../host/process/pinned-process.ts'
import { type RunningCommand, startCommand } from '../../host/command/run-command.ts'
import type { CleanupRecord } from '../cleanup-record-schema.ts'

export interface FdTransfer extends AsyncDisposable {
  /** Options that the agent is started with. */
  readonly options: readonly string[]
  readonly cleanup: CleanupRecord
}

const program = fileURLToPath(new URL('fd-transfer-main.ts', import.meta.url))
/** How long the program that passes descriptors may take to start: a timeout. */
const toolStartMs = 10_000

/**
 * Starts the program that opens perf events; it listens at `socketPath` of the container until the JVM has connected.
 * Gives null where it cannot start. Disposing of it ends it.
 *
 * Throws: Problem `unsafe-file`, `target-gone`, `tool-missing`.
 */
export async function startFdTransfer(p: PinnedProcess, socketPath: string): Promise<FdTransfer | null> {
  const parent = openParentDirectory(p, socketPath)
  if (parent === null) return null
  const remove = () => {
    unlinkName(parent.directory, parent.name, goneOrDirectory)
    parent[Symbol.dispose]()
  }
  const node = [process.execPath, ...typeStripping(), program, `${p.hostPid}`, p.startTicks, parent.name]
  const child = startCommand('setpriv', ['--pdeathsig=KILL', '--', ...node], { descriptors: [parent.directory] })
  const end = async () => {
    await child.stop('SIGTERM', 1000)
    remove()
  }
  if (!(await listens(child))) {
    await end()
    return null
  }
  using programProcess = pinProcess(child.hostPid) // only for its start time
  const { hostPid, startTicks } = programProcess
  const cleanupRecord: CleanupRecord = { kind: 'process', hostPid, startTicks }
  return { options: [`fdtransfer=${socketPath}`], cleanup: cleanupRecord, [Symbol.asyncDispose]: end }
}

/** Gives true once the program prints its first line, false where it ends or is late. */
async function listens(child: RunningCommand): Promise<boolean> {
  const output = once(child.stdout, 'data', { signal: AbortSignal.timeout(toolStartMs) })
  return Promise.race([output.then(() => true), child.ended.then(() => false)]).catch(() => false)
}
