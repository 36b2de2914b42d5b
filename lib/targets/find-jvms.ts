/** Finds the HotSpot JVMs among all processes of the host, each second, without looking twice where nothing changed. */
import { isProblem } from '../errors.ts'
import { errnoOf } from '../host/kernel/errno.ts'
import { mapsBytes, pinProcess, type PinnedProcess, readProcFile } from '../host/process/pinned-process.ts'
import { readStat } from '../host/process/process-status.ts'
import { listHostPids, readExecutable } from '../host/process/process-list.ts'
import { findLibjvm, type Libjvm } from '../jvm/libjvm.ts'

export interface FoundJvm {
  /** The caller closes it when the JVM is gone. */
  readonly process: PinnedProcess
  readonly libjvm: Libjvm
}

/** What was seen of a process that is no JVM, or not yet. */
interface UnknownProcess {
  executable: string | null
  /** The scan in which its maps are read again: after 1, 2, 4 ... scans, since a program may load libjvm late. */
  dueAtScan: number
  waitScans: number
}

/** Scans after which a process that is no JVM is looked at again, at most. */
const maxWaitScans = 64
/** A process that waits for fewer scans is young: its program is looked at in each scan. */
const youngScans = 16
/** An old process, or a known JVM, is asked for its program once in so many scans. */
const scansPerTurn = 2

export function createJvmFinder() {
  const strangers = new Map<number, UnknownProcess>()
  /** Host PIDs of known JVMs, and the program each runs. */
  const executables = new Map<number, string | null>()
  let scans = 0

  function look(hostPid: number): FoundJvm | null {
    let process: PinnedProcess | null = null
    try {
      process = pinProcess(hostPid)
      const libjvm = findLibjvm(readProcFile(process, 'maps', mapsBytes))
      if (libjvm && !isForkOfJvm(process)) return { process, libjvm }
    } catch (error) {
      const isOutOfReach = ['ESRCH', 'ENOENT', 'EACCES', 'EPERM'].includes(errnoOf(error))
      if (!isProblem(error) && !isOutOfReach) throw error
    }
    process?.close()
    return null
  }

  /** A JVM that starts a program is two processes for a moment, both with its libraries mapped. */
  function isForkOfJvm(process: PinnedProcess): boolean {
    return executables.has(readStat(process).parentPid) && !strangers.has(process.hostPid)
  }

  /** A process may run another program at any time, but old ones hardly do: they are asked in turn. */
  function isExecutableDue(hostPid: number, stranger: UnknownProcess | undefined): boolean {
    if (stranger && stranger.dueAtScan <= scans) return true
    if (stranger && stranger.executable === null) return false
    const isYoung = stranger ? stranger.waitScans < youngScans : !executables.has(hostPid)
    return isYoung || (hostPid + scans) % scansPerTurn === 0
  }

  return {
    /** JVMs that were not there, and known ones that are gone or run another program now. */
    scan(): { found: FoundJvm[]; gone: number[] } {
      scans++
      const jvms: FoundJvm[] = []
      const pids = listHostPids()
      const alive = new Set(pids)
      const gone = [...executables.keys()].filter((hostPid) => !alive.has(hostPid))
      for (const hostPid of strangers.keys()) if (!alive.has(hostPid)) strangers.delete(hostPid)
      for (const hostPid of pids) {
        const stranger = strangers.get(hostPid)
        if (!isExecutableDue(hostPid, stranger)) continue
        const executable = readExecutable(hostPid)
        if (executables.has(hostPid)) {
          if (executables.get(hostPid) !== executable) gone.push(hostPid)
          continue
        }
        const isNew = stranger === undefined || stranger.executable !== executable
        if (!isNew && stranger.dueAtScan > scans) continue
        // Kernel threads run no program and never will.
        const jvm = executable === null ? null : look(hostPid)
        if (jvm) {
          jvms.push(jvm)
          executables.set(hostPid, executable)
          strangers.delete(hostPid)
          continue
        }
        const waitScans = isNew ? 1 : Math.min(stranger.waitScans * 2, maxWaitScans)
        strangers.set(hostPid, { executable, waitScans, dueAtScan: scans + waitScans })
      }
      for (const hostPid of gone) executables.delete(hostPid)
      return { found: jvms, gone }
    },
    /** Could not be described: looks again later. */
    forget(hostPid: number) {
      strangers.set(hostPid, { executable: executables.get(hostPid) ?? null, waitScans: 1, dueAtScan: scans + 1 })
      executables.delete(hostPid)
    },
  }
}
