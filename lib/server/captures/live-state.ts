/** What the host looks like now, as the collector last told; kept in memory so that every page has it at once. */
import type { Capture } from '../../contract/capture.ts'
import type { DemoState } from '../../contract/health.ts'
import type { WatchEvent } from '../../contract/live-events.ts'
import type { Target } from '../../contract/target.ts'
import { failedCheck, type HealthCheck } from '../../health-checks.ts'
import type { ProblemData } from '../../errors.ts'

export type CollectorState = ReturnType<typeof createCollectorState>

/** Numbers in `cpuHistory`: the last minute. */
const historyLength = 30

export function createCollectorState(startProblem: ProblemData) {
  let problem: ProblemData | null = startProblem
  let health: HealthCheck[] = []
  let demo: DemoState = { state: 'stopped', step: '', problem: null }
  let targets = new Map<string, Target>()
  let captures = new Map<string, Capture>()

  function apply(event: WatchEvent): void {
    switch (event.type) {
      case 'snapshot':
        targets = new Map(event.targets.map((target) => [target.id, target]))
        captures = new Map(event.captures.map((capture) => [capture.id, capture]))
        health = event.health
        demo = event.demo
        return
      case 'target':
        targets.set(event.target.id, event.target)
        return
      case 'target-gone':
        targets.delete(event.id)
        return
      case 'load':
        for (const { id, ...load } of event.load) {
          const target = targets.get(id)
          if (target) targets.set(id, { ...target, ...load, cpuHistory: lengthen(target.cpuHistory, load.cpuPercent) })
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
    }
  }

  return {
    apply,
    setProblem: (next: ProblemData | null) => (problem = next),
    target: (id: string) => targets.get(id) ?? null,
    capture: (id: string) => captures.get(id) ?? null,
    snapshot: () => ({
      /** Why the collector does not answer, null while it does. What was known before stays, and may be old. */
      collector: { problem },
      targets: [...targets.values()],
      /** What the collector still holds: those under way and the last ones. */
      captures: [...captures.values()],
      health:
        problem === null
          ? health
          : [failedCheck('collector', { title: problem.title, remedy: problem.remedy }), ...health],
      demo,
    }),
  }
}

function lengthen(history: readonly number[], cpuPercent: number | null): number[] {
  return cpuPercent === null ? [...history] : [...history, cpuPercent].slice(-historyLength)
}
