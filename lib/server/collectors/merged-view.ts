/** Merges the states of all collectors into one, as if all their JVMs were on one host. */
import type { Capture } from '../../contract/capture.ts'
import type { Target } from '../../contract/target.ts'
import { mergeStopped, nothingSeen } from '../../contract/seen.ts'
import type { CollectorState } from './collector-state.ts'
import type { Collectors } from './collectors.ts'

/** Keeps nothing: each answer is of the collectors' states at that moment. */
export function createMergedView(collectors: Pick<Collectors, 'states' | 'stateOf' | 'local'>) {
  /** Gives what `find` finds at the first collector, in the order of `states`, that has it; null where none has. */
  function findIn<Found>(find: (state: CollectorState) => Found | null): Found | null {
    for (const state of collectors.states()) {
      const found = find(state)
      if (found !== null) return found
    }
    return null
  }

  const target = (id: string): Target | null => findIn((state) => state.target(id))
  /** A JVM that two collectors on one host see belongs to the first of them. */
  const isFirstToSee = ({ id, collectorId }: Target): boolean => target(id)?.collectorId === collectorId

  return {
    /** null for an unknown JVM, and once it has stopped. */
    target,
    isFirstToSee,
    /** Gives the JVMs of this collector that belong to another one on its host, as that sees them. */
    listSeenByOthers: (id: string): Target[] =>
      collectors
        .stateOf(id)
        .snapshot()
        .targets.flatMap((own) => target(own.id) ?? [])
        .filter(({ collectorId }) => collectorId !== id),
    /** Gives the arguments of a JVM with their values, secrets masked; null for an unknown JVM. */
    commandLine: (targetId: string) => findIn((state) => state.target(targetId) && state.commandLine(targetId)),
    /** Gives a capture that is under way or ended a short time ago; null for another id. */
    liveCapture: (id: string): Capture | null => findIn((state) => state.capture(id)),
    snapshot: () => {
      const states = collectors.states().map((state) => state.snapshot())
      // Every page shows the checks of the web program's own host; the demo is started there alone.
      const { health, demo } = collectors.local()?.state.snapshot() ?? nothingSeen
      return {
        targets: states.flatMap(({ targets }) => targets).filter(isFirstToSee),
        stopped: mergeStopped(states.flatMap(({ stopped }) => stopped)),
        captures: states.flatMap(({ captures }) => captures),
        pods: states.flatMap(({ pods }) => pods),
        health: [...health],
        demo,
      }
    },
  }
}
