/** One JVM from the moment it is found until it ends: its facts, its state, its load. */
import { localCollectorId } from '../contract/constants.ts'
import { experimentNameLabel, experimentService } from '../contract/experiment-service.ts'
import type { Container, Target } from '../contract/target.ts'
import { containerIdsOf, findFreezers, readCgroup, runStateOf } from '../host/process/cgroup.ts'
import type { DockerContainers } from '../host/docker/running-containers.ts'
import { clockTicksPerSecond, pageBytes } from '../host/kernel/libc.ts'
import { openStat, type ProcessStat } from '../host/process/process-status.ts'
import { readHeapUsed } from '../jvm/hsperfdata.ts'
import { describeJvm } from './describe-jvm.ts'
import type { FoundJvm } from './find-jvms.ts'
import type { InstalledTools } from './readiness/installed-tools.ts'
import { readinessFacts } from './readiness/read-facts.ts'
import { readinessOf } from './readiness/readiness.ts'
import { targetIdOf } from './target-id.ts'
import { addCpuReading } from '../contract/constants.ts'

/** The CPU of a JVM is measured over more than this: over less, ticks of the clock (10 ms) make it coarse. */
const leastLoadSeconds = 0.2

export type FollowedTarget = ReturnType<typeof followTarget>

/**
 * `age`: only what a young JVM still has to show. `state`: also whether it runs, and its container. `load`: all, for
 * every two seconds.
 */
export type UpdateDepth = 'age' | 'state' | 'load'

export interface HostContext {
  readonly bootId: string
  readonly bootTimeMs: number
  readonly containers: Pick<DockerContainers, 'get'>
  readonly supplies: () => InstalledTools
}

/** A JVM that starts is described again at these ages: its counters and signal handlers come a moment later. */
const describeAtAgesMs = [500, 1500, 3000, 10_000, 30_000]
/** Interval of the passive look at what engines can do in a JVM. */
const readinessIntervalMs = 60_000

/** Follows one JVM. Throws: Problem `target-gone`, `no-permission`. */
export function followTarget(jvm: FoundJvm, surroundings: HostContext) {
  const { process: p } = jvm
  const { containers } = surroundings
  const startedAt = Math.round(surroundings.bootTimeMs + (Number(p.startTicks) / clockTicksPerSecond) * 1000)
  const cgroup = readCgroup(p)
  const containerIds = containerIdsOf(cgroup)
  const freezers = findFreezers(cgroup)
  const id = targetIdOf(surroundings.bootId, p)
  const stat = openStat(p)
  let description = describeJvm(jvm, null)
  let lookedAt = Date.now()
  let measured: { atMs: number; cpuTicks: number } | null = null
  let current = makeTarget(runStateOf(stat.read().state, freezers))
  measureLoad(stat.read())

  function findContainer() {
    for (const containerId of containerIds) {
      const container = containers.get(containerId)
      if (container) return container
    }
    return null
  }

  function makeTarget(state: Target['state']): Target {
    const container = findContainer()
    const { status, userName, heapLimitBytes } = description
    return {
      id,
      collectorId: localCollectorId,
      hostPid: p.hostPid,
      namespacePid: status.namespacePid,
      startedAt,
      container,
      service: serviceName(container, description.jvm.mainClass),
      jvm: description.jvm,
      user: { uid: status.uid, gid: status.gid, name: userName, hasCapabilities: status.hasCapabilities },
      state,
      threads: status.threads,
      heapUsedBytes: null,
      heapLimitBytes,
      residentBytes: status.residentBytes,
      cpuPercent: null,
      cpuHistory: [],
      ...loadKept(),
      readiness: readinessOf(readinessFacts(p, description, { state, startedAt, container }, surroundings.supplies())),
    }
  }

  function loadKept(): Partial<Target> {
    if (measured === null) return {}
    const { threads, heapUsedBytes, residentBytes, cpuPercent, cpuHistory } = current
    return { threads, heapUsedBytes, residentBytes, cpuPercent, cpuHistory }
  }

  /** Measures threads, memory and CPU: time since the last look as percent of one CPU, null at a first look. */
  function measureLoad({ cpuTicks, threads, residentPages }: ProcessStat): void {
    const atMs = performance.now()
    const seconds = measured && (atMs - measured.atMs) / 1000
    const cpuPercent =
      measured && seconds! > leastLoadSeconds
        ? Math.round(Math.max(0, ((cpuTicks - measured.cpuTicks) / clockTicksPerSecond / seconds!) * 100) * 10) / 10
        : null
    measured = { atMs, cpuTicks }
    const { perfDataFile } = description
    current = {
      ...current,
      threads,
      residentBytes: residentPages * pageBytes,
      heapUsedBytes: perfDataFile && readHeapUsed(perfDataFile.perfData, perfDataFile.read()),
      cpuPercent,
      cpuHistory: addCpuReading(current.cpuHistory, cpuPercent),
    }
  }

  /** It has reached one of the ages since the last look. */
  function isDescriptionDue(now: number): boolean {
    return describeAtAgesMs.some((ageMs) => lookedAt - startedAt < ageMs && now - startedAt >= ageMs)
  }

  return {
    /** As of the last look; a new object when something changed. */
    get current() {
      return current
    },
    isIn: (containerId: string) => containerIds.includes(containerId),
    /** Looks again; true when anything but the load is different. Throws: Problem `target-gone`, `no-permission`. */
    update(how: UpdateDepth): boolean {
      const now = Date.now()
      const isDue = isDescriptionDue(now)
      if (how === 'age' && !isDue) return false
      const currentStat = stat.read()
      const state = runStateOf(currentStat.state, freezers)
      if (isDue) description = describeJvm(jvm, description.perfDataFile)
      const before = current
      const mustLook = isDue || now - lookedAt > readinessIntervalMs
      if (mustLook || state !== current.state || findContainer() !== current.container) {
        current = makeTarget(state)
        lookedAt = mustLook ? now : lookedAt
      }
      const changed = current !== before && JSON.stringify(current) !== JSON.stringify(before)
      if (how === 'load') measureLoad(currentStat)
      return changed
    },
    close() {
      description.perfDataFile?.[Symbol.dispose]()
      stat[Symbol.dispose]()
      p.close()
    },
  }
}

/**
 * `shop/api` of a compose file or of a workload, `shop experiment/api` of each run of an experiment, else the image's
 * repository `team/shop`, else the main class.
 */
export function serviceName(container: Container | null, mainClass: string): string {
  if (container?.composeProject && container.composeService) {
    const { composeProject, composeService, labels } = container
    const experiment = labels[experimentNameLabel]
    return experiment ? experimentService(experiment, composeService) : `${composeProject}/${composeService}`
  }
  if (container === null) return mainClass
  if (container.workload !== null) return container.workload
  return repositoryOf(container.image) ?? container.name
}

/** `team/shop` of `registry.example:5000/team/shop:1.4@sha256:...`; null when it is a bare image id. */
export function repositoryOf(image: string): string | null {
  if (/^(sha256:)?[0-9a-f]{12,64}$/.test(image)) return null
  const steps = image.split('@')[0]!.split('/')
  const [first] = steps
  if (steps.length > 1 && (/[.:]/.test(first!) || first === 'localhost')) steps.shift()
  return steps.join('/').replace(/:[^/:]*$/, '') || null
}
