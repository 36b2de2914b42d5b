/** What a collector sees, by its last events; kept in memory, where every page has it at once. */
import type { Capture } from '../../contract/capture.ts'
import type { DemoState } from '../../contract/health.ts'
import type { WatchEvent } from '../../contract/live-events.ts'
import type { Pod } from '../../contract/pods.ts'
import type { StoppedTarget, Target } from '../../contract/target.ts'
import { failedCheck, type HealthCheck } from '../../health-checks.ts'
import type { ProblemData } from '../../errors.ts'
import { hideArgumentValues } from '../../jvm/hide-values.ts'
import { addCpuReading } from '../../contract/constants.ts'

export type CollectorState = ReturnType<typeof createCollectorState>

export function createCollectorState(startProblem: ProblemData) {
  let problem: ProblemData | null = startProblem
  let health: HealthCheck[] = []
  let demo: DemoState = { state: 'stopped', step: '', problem: null }
  let targets = new Map<string, Target>()
  /** Of the same, with the values that `targets` leave out. */
  let commandLines = new Map<string, readonly string[]>()
  let stopped: readonly StoppedTarget[] = []
  let captures = new Map<string, Capture>()
  let pods = new Map<string, Pod>()

  /** Gives the event as everybody may see it: without the values of arguments. */
  function apply(event: WatchEvent): WatchEvent {
    if (event.type === 'snapshot') {
      commandLines = new Map(event.targets.map(({ id, jvm }) => [id, jvm.arguments]))
      event = { ...event, targets: event.targets.map(withoutValues) }
    }
    if (event.type === 'target') {
      commandLines.set(event.target.id, event.target.jvm.arguments)
      event = { ...event, target: withoutValues(event.target) }
    }
    if (event.type === 'target-gone') commandLines.delete(event.id)
    record(event)
    return event
  }

  function record(event: WatchEvent): void {
    switch (event.type) {
      case 'snapshot':
        targets = new Map(event.targets.map((target) => [target.id, target]))
        stopped = event.stopped
        captures = new Map(event.captures.map((capture) => [capture.id, capture]))
        pods = new Map(event.pods.map((pod) => [pod.id, pod]))
        health = event.health
        demo = event.demo
        return
      case 'target':
        targets.set(event.target.id, event.target)
        return
      case 'target-gone':
        targets.delete(event.id)
        return
      case 'pods':
        for (const pod of event.changed) pods.set(pod.id, pod)
        for (const id of event.gone) pods.delete(id)
        return
      case 'stopped':
        stopped = event.stopped
        return
      case 'load':
        for (const { id, ...load } of event.load) {
          const target = targets.get(id)
          if (target)
            targets.set(id, { ...target, ...load, cpuHistory: addCpuReading(target.cpuHistory, load.cpuPercent) })
        }
        return
      case 'capture':
        captures.set(event.capture.id, event.capture)
        return
      case 'health':
        health = event.health
        return
      case 'demo':
        demo = event.demo
        return
      case 'experiment-directories':
        return // asked for anew each time
    }
  }

  return {
    apply,
    /** Why it does not answer, null while it does. */
    problem: () => problem,
    /** What its host has or lacks, by its last event. */
    checks: () => health,
    setProblem: (next: ProblemData | null) => (problem = next),
    target: (id: string) => targets.get(id) ?? null,
    pod: (id: string) => pods.get(id) ?? null,
    /** With its values, secrets masked. */
    commandLine: (id: string) => commandLines.get(id) ?? null,
    capture: (id: string) => captures.get(id) ?? null,
    snapshot: () => ({
      targets: [...targets.values()],
      stopped: [...stopped],
      /** Those under way and the last ones. */
      captures: [...captures.values()],
      pods: [...pods.values()],
      health:
        problem === null
          ? health
          : [failedCheck('collector', { title: problem.title, remedy: problem.remedy }), ...health],
      demo,
    }),
  }
}

function withoutValues(target: Target): Target {
  return { ...target, jvm: { ...target.jvm, arguments: hideArgumentValues(target.jvm.arguments) } }
}
