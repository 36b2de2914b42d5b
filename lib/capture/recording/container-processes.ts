/** The processes of a container, found again and again while it is recorded: each has a lane, some are JVMs. */
import { isProblem } from '../../errors.ts'
import { containerIdsOf, readCgroup } from '../../host/process/cgroup.ts'
import { errnoOf } from '../../host/kernel/errno.ts'
import { isAlive, mapsBytes, type PinnedProcess, pinProcess, readProcFile } from '../../host/process/pinned-process.ts'
import { listHostPids } from '../../host/process/process-list.ts'
import { readStatus } from '../../host/process/process-status.ts'
import { findLibjvm } from '../../jvm/libjvm.ts'

interface ContainerProcess {
  readonly process: PinnedProcess
  isJvm: boolean
}

/** More are a fork bomb; the samples of each are in the lane of its PID. */
const maxProcesses = 1000

export function followContainerProcesses(containerId: string) {
  const processes = new Map<number, ContainerProcess>()
  /** Host PIDs that are in another container, or in none: they are not looked at again while they live. */
  const strangers = new Set<number>()
  const lanes = new Map<number, string>()
  const jvms: PinnedProcess[] = []

  function addProcess(hostPid: number): void {
    let process: PinnedProcess | null = null
    try {
      process = pinProcess(hostPid)
      if (containerIdsOf(readCgroup(process)).includes(containerId)) {
        processes.set(hostPid, { process, isJvm: false })
        return
      }
      strangers.add(hostPid)
    } catch (error) {
      ignoreOutOfReach(error)
    }
    process?.close()
  }

  /** A process may become another program at any time, a shell the JVM it starts. */
  function describe(member: ContainerProcess): void {
    const { process, isJvm } = member
    try {
      lanes.set(process.hostPid, laneLabel(readProcFile(process, 'comm', 64), readStatus(process).namespacePid))
      if (isJvm || findLibjvm(readProcFile(process, 'maps', mapsBytes)) === null) return
      member.isJvm = true
      jvms.push(process)
    } catch (error) {
      ignoreOutOfReach(error)
    }
  }

  return {
    /** Lanes by the PIDs that perf prints, also of processes that have ended: `java 7`. */
    lanes,
    get alive() {
      return [...processes.values()].map(({ process }) => process)
    },
    /** Looks who is there. JVMs that were not there the last time, held as long as this is open. */
    scan(): PinnedProcess[] {
      const before = jvms.length
      const alive = new Set(listHostPids())
      for (const hostPid of strangers) if (!alive.has(hostPid)) strangers.delete(hostPid)
      for (const [hostPid, { process, isJvm }] of processes) {
        if (alive.has(hostPid) && isAlive(process)) continue
        processes.delete(hostPid)
        if (!isJvm) process.close()
      }
      for (const hostPid of alive) {
        if (!processes.has(hostPid) && !strangers.has(hostPid) && processes.size < maxProcesses) addProcess(hostPid)
      }
      for (const member of processes.values()) describe(member)
      return jvms.slice(before)
    },
    [Symbol.dispose]() {
      for (const { process } of processes.values()) process.close()
      for (const process of jvms) process.close()
      processes.clear()
    },
  }
}

/** Ignores errors of a process that has ended, or that Hearth may not look at. */
function ignoreOutOfReach(error: unknown): void {
  const isOutOfReach = ['ESRCH', 'ENOENT', 'EACCES', 'EPERM', 'EINVAL'].includes(errnoOf(error))
  if (!isProblem(error) && !isOutOfReach) throw error
}

/** Gives what people of the container call a process: its program, and its PID there. */
function laneLabel(comm: string, namespacePid: number): string {
  const name = comm.replace(/\p{Cc}/gu, '').trim()
  return `${name === '' ? 'process' : name} ${namespacePid}`
}
