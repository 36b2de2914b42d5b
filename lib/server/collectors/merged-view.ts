/** Merges the states of all collectors into one, as if all their JVMs were on one host. */
import type { Capture } from '../../contract/capture.ts'
import type { Target } from '../../contract/target.ts'
import { nothingSeen } from '../../contract/seen.ts'
import type { CollectorState } from './collector-state.ts'
import type { Collectors } from './collectors.ts'

export function createMergedView(collectors: Pick<Collectors, 'states' | 'local'>) {
  /** Gives the find of the first collector that has one; null without. */
  function findIn<Found>(find: (state: CollectorState) => Found | null): Found | null {
    for (const state of collectors.states()) {
      const found = find(state)
      if (found !== null) return found
    }
    return null
  }

  const target = (id: string): Target | null => findIn((state) => state.target(id))
  /** Two collectors on one host see the same JVMs: they are those of the first. */
  const isFirstToSee = ({ id, collectorId }: Target): boolean => target(id)?.collectorId === collectorId

  return {
    target,
    isFirstToSee,
    commandLine: (targetId: string) => findIn((state) => state.target(targetId) && state.commandLine(targetId)),
    /** One under way, or ended a short time ago. */
    liveCapture: (id: string): Capture | null => findIn((state) => state.capture(id)),
    snapshot: () => {
      const states = collectors.states().map((state) => state.snapshot())
      // The checks of the web program's own host are those of every page; a demo is started there alone.
      const { health, demo } = collectors.local()?.state.snapshot() ?? nothingSeen
      return {
        targets: states.flatMap(({ targets }) => targets).filter(isFirstToSee),
        stopped: states.flatMap(({ stopped }) => stopped),
        captures: states.flatMap(({ captures }) => captures),
        pods: states.flatMap(({ pods }) => pods),
        health: [...health],
        demo,
      }
    },
  }
}
