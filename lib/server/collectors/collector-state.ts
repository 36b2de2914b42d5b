/** Keeps in memory the JVMs, captures, pods and checks that a collector last reported: pages do not wait for them. */
import type { WatchEvent } from '../../contract/live-events.ts'
import type { Pod } from '../../contract/pods.ts'
import { applyWatchEvent, nothingSeen } from '../../contract/seen.ts'
import type { Target } from '../../contract/target.ts'
import { failedCheck } from '../../health-checks.ts'
import type { ProblemData } from '../../errors.ts'
import { hideArgumentValues } from '../../jvm/hide-values.ts'

export type CollectorState = ReturnType<typeof createCollectorState>

export function createCollectorState(startProblem: ProblemData) {
  let problem: ProblemData | null = startProblem
  let seen = nothingSeen
  /** Command lines of its targets, with the values that `targets` leave out. */
  let commandLines = new Map<string, readonly string[]>()
  const findTarget = createFinder<Target>()
  const findPod = createFinder<Pod>()

  /** Gives the event as anyone may see it: without the values of arguments. */
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
    seen = applyWatchEvent(seen, event)
    return event
  }

  return {
    apply,
    /** The reason why it does not answer; null while it does. */
    problem: () => problem,
    /** Health checks of its host, by its last event. */
    checks: () => [...seen.health],
    setProblem: (next: ProblemData | null) => (problem = next),
    target: (id: string) => findTarget(seen.targets, id),
    pod: (id: string) => findPod(seen.pods, id),
    /** Gives the arguments of a JVM with their values, secrets masked; null for an unknown JVM. */
    commandLine: (id: string) => commandLines.get(id) ?? null,
    capture: (id: string) => seen.captures.find((capture) => capture.id === id) ?? null,
    snapshot: () => ({
      targets: [...seen.targets],
      stopped: [...seen.stopped],
      captures: [...seen.captures],
      pods: [...seen.pods],
      health: [
        ...(problem ? [failedCheck('collector', { title: problem.title, remedy: problem.remedy })] : []),
        ...seen.health,
      ],
      demo: seen.demo,
    }),
  }
}

/** Finds by id in a list that is replaced when it changes; its index is built again only then. */
function createFinder<Item extends { readonly id: string }>() {
  let indexed: readonly Item[] = []
  let byId = new Map<string, Item>()
  return (items: readonly Item[], id: string): Item | null => {
    if (items !== indexed) byId = new Map(items.map((item) => [item.id, item]))
    indexed = items
    return byId.get(id) ?? null
  }
}

function withoutValues(target: Target): Target {
  return { ...target, jvm: { ...target.jvm, arguments: hideArgumentValues(target.jvm.arguments) } }
}
