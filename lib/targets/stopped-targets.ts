/** The JVMs that ended a short time ago, as the inventory saw them. Kept in memory only. */
import { hourMs } from '../contract/constants.ts'
import { isExperimentService } from '../contract/experiment-service.ts'
import type { StoppedTarget, Target } from '../contract/target.ts'
import type { InventoryEvent } from './inventory.ts'

/** How long a JVM that ended is in the list of stopped ones. */
const recentMs = hourMs
/** Below this it was a tool of the JDK, or a build's. */
const leastLifeMs = 10_000
/** JVMs that ended and are still listed; older ones are left out. */
const maxStopped = 20

export function createStoppedTargets(now: () => number = Date.now) {
  const running = new Map<string, Target>()
  let stopped: readonly StoppedTarget[] = []

  function end(id: string): void {
    const target = running.get(id)
    running.delete(id)
    if (target === undefined || now() - target.startedAt < leastLifeMs) return
    const ended = describeStopped(target, now())
    stopped = [ended, ...stopped.filter((other) => !isSameProgram(other, ended))].slice(0, maxStopped)
  }

  function begin(target: Target): void {
    running.set(target.id, target)
    const started = describeStopped(target, 0)
    const isBack = (ended: StoppedTarget) => isSameProgram(ended, started) && target.startedAt >= ended.stoppedAt
    if (stopped.some((ended) => ended.id === target.id || isBack(ended)))
      stopped = stopped.filter((ended) => ended.id !== target.id && !isBack(ended))
  }

  return {
    /** The latest first. */
    list: (): StoppedTarget[] => stopped.filter(({ stoppedAt }) => now() - stoppedAt < recentMs),
    /** True when the list is another one now. */
    apply(event: InventoryEvent): boolean {
      const before = stopped
      if (event.type === 'target') begin(event.target)
      else if (event.type === 'target-gone') end(event.id)
      return stopped !== before
    },
  }
}

function describeStopped(
  { id, collectorId, service, container, jvm, startedAt }: Target,
  stoppedAt: number,
): StoppedTarget {
  const { name = null, image = null } = container ?? {}
  return { id, collectorId, service, containerName: name, image, mainClass: jvm.mainClass, startedAt, stoppedAt }
}

function isSameProgram(a: StoppedTarget, b: StoppedTarget): boolean {
  // The last run of an experiment is enough: there may be hundreds.
  const isOneContainer = a.containerName === b.containerName || isExperimentService(a.service)
  return a.service === b.service && a.mainClass === b.mainClass && isOneContainer
}
