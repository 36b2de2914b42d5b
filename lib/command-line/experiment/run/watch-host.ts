/** Reads, while a run is under load, what its containers and the rest of the host do. Only reads. */
import { isProblem } from '../../../errors.ts'
import type { HostReading } from '../../../experiment/run/disturbance.ts'
import type { ComposeContainer } from '../../../host/docker/compose-project.ts'
import { openPerfData } from '../../../host/jvm/hsperfdata-file.ts'
import { readUserName } from '../../../host/jvm/user-name.ts'
import { containerIdsOf, readCgroup } from '../../../host/process/cgroup.ts'
import { findCpuStats, openCpuUsage, readThrottling, type Throttling } from '../../../host/process/cgroup-cpu.ts'
import { readFamilyCpuMs, readHostCpu } from '../../../host/process/host-cpu.ts'
import { pinProcess } from '../../../host/process/pinned-process.ts'
import { readStatus } from '../../../host/process/process-status.ts'
import { findCountedCollectors, readPauses } from '../../../jvm/pause-counters.ts'

/** A reading takes some milliseconds on a host of a thousand processes. */
const hostReadingMs = 1000
/** The time line of a run has about so many readings at most, however long its load. */
const mostReadings = 200

export interface HostWatch {
  readonly cpus: number
  readonly readings: readonly HostReading[]
  /** After the last reading, which it takes. */
  readonly stop: () => void
}

interface Watched {
  /** All of the application and the load. Those whose processes are not of this host count as other work. */
  readonly containers: readonly ComposeContainer[]
  readonly service: string
  /** PID of the service's JVM; null where it was not found. */
  readonly jvmPid: number | null
}

export function watchHost({ containers, service, jvmPid }: Watched, loadSeconds: number): HostWatch {
  const opened = containers.flatMap((container) => {
    const one = open(container)
    return one === null ? [] : [one]
  })
  const profiled = opened.find(({ container }) => container.service === service)
  const cpuStats = profiled?.cpuStats ?? []
  const collections = profiled && jvmPid !== null ? openCollections(jvmPid, profiled.container) : null
  // A container that has ended keeps what it had taken.
  const last = new Map<string, number>()
  const readings: HostReading[] = []
  const { cpus } = readHostCpu()
  const take = () => {
    for (const { container, usage } of opened) {
      const ms = usage.read()
      if (ms !== null) last.set(container.id, ms)
    }
    const throttled = sumThrottling(cpuStats.map(readThrottling))
    readings.push({
      at: Date.now(),
      busyMs: readHostCpu().busyMs,
      // With our own processes, since the load may be one of them.
      ownMs: [...last.values()].reduce((sum, ms) => sum + ms, readFamilyCpuMs(process.pid)),
      throttledMs: throttled?.throttledMs ?? null,
      throttledPeriods: throttled?.periods ?? null,
      gcMs: collections?.read() ?? null,
    })
  }
  take()
  const ticker = setInterval(take, Math.max(hostReadingMs, (loadSeconds * 1000) / mostReadings)).unref()
  return {
    ...{ cpus, readings },
    stop() {
      clearInterval(ticker)
      take()
      for (const { pinned } of opened) pinned.close()
      collections?.close()
    },
  }
}

/** Opens the counters of a container; null where it has ended, or its processes are not of this host. */
function open(container: ComposeContainer) {
  if (container.hostPid === null) return null
  try {
    const pinned = pinProcess(container.hostPid)
    return { container, pinned, usage: openCpuUsage(pinned, true), cpuStats: findCpuStats(readCgroup(pinned)) }
  } catch (error) {
    if (!isProblem(error)) throw error
    return null
  }
}

/**
 * Opens the counters of collections of a JVM; null where they cannot be read, or the process with this PID is not of
 * the container.
 */
function openCollections(jvmPid: number, { id }: ComposeContainer) {
  try {
    using pinned = pinProcess(jvmPid)
    if (!containerIdsOf(readCgroup(pinned)).includes(id)) return null
    const status = readStatus(pinned)
    const file = openPerfData(pinned, status, readUserName(pinned, status.uid))
    if (file === null) return null
    const counted = findCountedCollectors(file.perfData)
    let lastMs: number | null = null
    return {
      /** ms in all pauses that have ended; of a JVM that has ended too, what it was last. */
      read() {
        const bytes = counted.length === 0 ? new Uint8Array() : file.read()
        const { collectors } = readPauses(file.perfData, bytes, counted)
        if (bytes.length > 0) lastMs = collectors.reduce((sum, { totalMs }) => sum + totalMs, 0)
        return lastMs
      },
      close: () => file[Symbol.dispose](),
    }
  } catch (error) {
    if (!isProblem(error)) throw error
    return null
  }
}

/** A limit further up may hold back in the same moment: the longer of them counts. */
function sumThrottling(groups: readonly (Throttling | null)[]): Throttling | null {
  const measured = groups.filter((one) => one !== null)
  if (measured.length === 0) return null
  return measured.reduce((most, one) => (one.throttledMs > most.throttledMs ? one : most))
}
