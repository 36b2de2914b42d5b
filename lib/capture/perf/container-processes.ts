/** The processes of a container, found again and again while it is recorded: each has a lane, some are JVMs. */
import { isProblem } from '../../errors.ts'
import { containerIdsOf, readCgroup } from '../../host/process/cgroup.ts'
import { errnoOf } from '../../host/kernel/errno.ts'
import { type PinnedProcess, pinProcess, readProcFile } from '../../host/process/pinned-process.ts'
import { listHostPids } from '../../host/process/process-list.ts'
import { readStatus } from '../../host/process/process-status.ts'
import { findLibjvm } from '../../jvm/libjvm.ts'
import { isAlive } from './perf-ending.ts'

export interface Neighbours extends Disposable {
  /** Looks who is there. JVMs that were not there the last time, held as long as this is open. */
  look(): PinnedProcess[]
  readonly alive: readonly PinnedProcess[]
  /** By the PIDs that perf prints, also of those that have ended: `java 7`. */
  readonly lanes: ReadonlyMap<number, string>
}

interface Neighbour {
  readonly process: PinnedProcess
  isJvm: boolean
}

/** More are a fork bomb; what they do has the lane of its PID. */
const maxNeighbours = 1000
const mapsBytes = 32 * 2 ** 20

export function findNeighbours(containerId: string): Neighbours {
  const known = new Map<number, Neighbour>()
  const strangers = new Set<number>()
  const lanes = new Map<number, string>()
  const jvms: PinnedProcess[] = []

  function meet(hostPid: number): void {
    let process: PinnedProcess | null = null
    try {
      process = pinProcess(hostPid)
      if (containerIdsOf(readCgroup(process)).includes(containerId)) {
        known.set(hostPid, { process, isJvm: false })
        return
      }
      strangers.add(hostPid)
    } catch (error) {
      passOver(error)
    }
    process?.close()
  }

  /** A process may become another program at any time, a shell the JVM it starts. */
  function describe(neighbour: Neighbour): void {
    const { process, isJvm } = neighbour
    try {
      lanes.set(process.hostPid, laneOf(readProcFile(process, 'comm', 64), readStatus(process).namespacePid))
      if (isJvm || findLibjvm(readProcFile(process, 'maps', mapsBytes)) === null) return
      neighbour.isJvm = true
      jvms.push(process)
    } catch (error) {
      passOver(error)
    }
  }

  return {
    lanes,
    get alive() {
      return [...known.values()].map(({ process }) => process)
    },
    look() {
      const before = jvms.length
      const alive = new Set(listHostPids())
      for (const hostPid of strangers) if (!alive.has(hostPid)) strangers.delete(hostPid)
      for (const [hostPid, { process, isJvm }] of known) {
        if (alive.has(hostPid) && isAlive(process)) continue
        known.delete(hostPid)
        if (!isJvm) process.close()
      }
      for (const hostPid of alive) {
        if (!known.has(hostPid) && !strangers.has(hostPid) && known.size < maxNeighbours) meet(hostPid)
      }
      for (const neighbour of known.values()) describe(neighbour)
      return jvms.slice(before)
    },
    [Symbol.dispose]() {
      for (const { process } of known.values()) process.close()
      for (const process of jvms) process.close()
      known.clear()
    },
  }
}

/** It has ended, or is none of our business. */
function passOver(error: unknown): void {
  const isOutOfReach = ['ESRCH', 'ENOENT', 'EACCES', 'EPERM', 'EINVAL'].includes(errnoOf(error))
  if (!isProblem(error) && !isOutOfReach) throw error
}

/** As people of the container call it: by what it runs, and the PID it has there. */
function laneOf(comm: string, namespacePid: number): string {
  const name = comm.replace(/\p{Cc}/gu, '').trim()
  return `${name === '' ? 'process' : name} ${namespacePid}`
}
