/**
 * A process held by an open /proc/<hostPid> directory. The number may be given to another process later; the
 * directory never is: once the process has died, everything below it answers ESRCH.
 */
import fs from 'node:fs'
import { kernelFiles } from '../kernel/named-files.ts'
import { Problem } from '../../errors.ts'
import { errnoOf } from '../kernel/errno.ts'
import { closing } from '../kernel/open-file.ts'

export interface PinnedProcess extends Disposable {
  readonly hostPid: number
  /** Start time in clock ticks since boot: with `hostPid`, the identity of the process. */
  readonly startTicks: string
  /** Descriptor of /proc/<hostPid>. */
  readonly directory: number
  /** Its name in a Problem. */
  readonly label: string
  close(): void
}

/** Names one process for as long as the host runs: a PID alone is given again. */
export type ProcessIdentity = Pick<PinnedProcess, 'hostPid' | 'startTicks'>

/**
 * Pins a process, so that its PID cannot mean another one. Throws: Problem `target-gone` when there is no such process.
 */
export function pinProcess(hostPid: number, label = `Process ${hostPid}`): PinnedProcess {
  const target = label
  if (!Number.isSafeInteger(hostPid) || hostPid < 1) throw new Problem('target-gone', { target })
  let directory: number
  try {
    directory = kernelFiles.openSync(`/proc/${hostPid}`, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY)
  } catch (error) {
    throw new Problem('target-gone', { target }, { cause: error })
  }
  let open = true
  const close = () => {
    if (open) fs.closeSync(directory)
    open = false
  }
  try {
    const startTicks = startTicksOf(readProcFile({ directory }, 'stat'))
    return { hostPid, startTicks, directory, label, close, [Symbol.dispose]: close }
  } catch (error) {
    close()
    throw new Problem('target-gone', { target }, { cause: error })
  }
}

/** Whether it has not died. A zombie is dead too, but keeps its entry until it is reaped. */
export function isAlive(p: PinnedProcess): boolean {
  const state = readState(p)
  return state !== null && !isDead(state)
}

function isDead(state: string): boolean {
  return state === 'Z' || state === 'X'
}

/**
 * Refuses a process that has changed. Throws: Problem `target-gone` when it has died, `target-changed` when its PID
 * belongs to another now.
 */
export function assertSameProcess(p: PinnedProcess, target: string): void {
  const state = readState(p)
  if (state !== null && isDead(state)) throw new Problem('target-gone', { target })
  if (state !== null) return
  throw new Problem(kernelFiles.existsSync(`/proc/${p.hostPid}`) ? 'target-changed' : 'target-gone', { target })
}

/** Bytes that are read of /proc/<pid>/maps: a JVM has hundreds of lines, a hostile process as many as it likes. */
export const mapsBytes = 32 * 2 ** 20
/** Bytes that are read of /proc/<pid>/cgroup. */
export const cgroupBytes = 65536
/** Bytes that are read of another file of /proc/<pid>. */
const procFileBytes = 4 * 2 ** 20

/** Reads are synchronous and many: one buffer serves them all. */
const scratch = Buffer.allocUnsafe(65536)

/**
 * One file directly below /proc/<hostPid>, at most `maxBytes` of it: a process can make its command line as long as it
 * likes.
 *
 * Throws: the system error, ESRCH or ENOENT when the process has died.
 */
export function readProcFile(
  p: { readonly directory: number },
  name: 'stat' | 'status' | 'maps' | 'cmdline' | 'environ' | 'cgroup' | 'mountinfo' | 'comm',
  maxBytes = procFileBytes,
): string {
  using file = closing(kernelFiles.openSync(`/proc/self/fd/${p.directory}/${name}`, fs.constants.O_RDONLY))
  const chunks: Buffer[] = []
  let bytes = 0
  while (bytes < maxBytes) {
    const read = fs.readSync(file.fd, scratch, 0, Math.min(scratch.length, maxBytes - bytes), null)
    if (read === 0) break
    chunks.push(Buffer.from(scratch.subarray(0, read)))
    bytes += read
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Translates an error of reading below a pinned directory into a Problem; an unknown one is passed on as it is. */
export function problemOfProc(error: unknown, target: string): unknown {
  const errno = errnoOf(error)
  // EINVAL: its mounts are gone already, it itself not quite.
  if (errno === 'ESRCH' || errno === 'ENOENT' || errno === 'EINVAL') {
    return new Problem('target-gone', { target }, { cause: error })
  }
  if (errno === 'EACCES' || errno === 'EPERM') {
    return new Problem('no-permission', { what: `look into ${target}` }, { cause: error })
  }
  return error
}

/** Gives null once the process has died, even when its PID was reused: start times alone would miss that for 10 ms. */
function readState(p: PinnedProcess): string | null {
  try {
    return statFields(readProcFile(p, 'stat'))[0] ?? ''
  } catch (error) {
    if (errnoOf(error) === 'ESRCH' || errnoOf(error) === 'ENOENT') return null
    throw error
  }
}

function startTicksOf(stat: string): string {
  const ticks = statFields(stat)[19]
  if (ticks === undefined) throw new Error('no start time in /proc/<pid>/stat')
  return ticks
}

/** The fields after the name, `state` first: the name itself may hold spaces, brackets and line ends. */
export function statFields(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
