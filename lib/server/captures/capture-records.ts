/** Captures in the store, which outlive the collector's copies. */
import type { Capture } from '../../contract/capture.ts'
import { isFinal } from '../../contract/capture-state.ts'
import { forgetCapture } from '../../contract/interrupt-capture.ts'
import { createMutex } from '../../store/mutex.ts'
import type { Store } from '../../store/store.ts'

/** How many captures that have ended the API and the pages list, the latest; all are stored for good. */
const mostListedCaptures = 100

interface CaptureRecordsOptions {
  readonly captures: Store['captures']
  /** A capture reached its final state; called before that is stored, so a crash reports it twice rather than never. */
  readonly onEnded: (capture: Capture) => Promise<void>
}

/** Keeps captures in the store. `live`, `findLive`: captures as their collectors reported them last. */
export function createCaptureRecords({ captures, onEnded }: CaptureRecordsOptions) {
  // In turn, so that an older state of a capture never lands after a newer one.
  const runExclusive = createMutex()

  async function write(capture: Capture): Promise<void> {
    if (isFinal(capture.state)) {
      const stored = await captures.find(capture.id)
      if (stored === null || !isFinal(stored.state)) await onEnded(capture)
    }
    await captures.save(capture) // the store keeps the first final state
  }

  return {
    save: (capture: Capture): Promise<void> => runExclusive(() => write(capture)),
    /**
     * Stores as failed what `collectorId` began and no longer knows: it will never end by itself. `isKnown` is asked
     * when all earlier writes are done: a capture may have been reported since. `onFailed` gets each as it is then.
     */
    failUnknown: (
      collectorId: string,
      isKnown: (captureId: string) => boolean,
      onFailed: (capture: Capture) => void,
    ): Promise<void> =>
      runExclusive(async () => {
        for (const capture of await captures.listUnfinished()) {
          if (capture.collectorId !== collectorId || isKnown(capture.id)) continue
          const failed = forgetCapture(capture, Date.now())
          await write(failed)
          onFailed(failed)
        }
      }),
    /**
     * Gives the captures under way and the latest that have ended, the newest first; one that has not ended in the
     * store is as `live` has it.
     */
    async list(live: readonly Capture[]): Promise<Capture[]> {
      const newest = new Map(live.map((capture) => [capture.id, capture]))
      for (const capture of await captures.list(mostListedCaptures))
        if (isFinal(capture.state) || !newest.has(capture.id)) newest.set(capture.id, capture)
      const sorted = [...newest.values()].sort((a, b) => startOf(b) - startOf(a))
      let ended = 0
      return sorted.filter(({ state }) => !isFinal(state) || ++ended <= mostListedCaptures)
    },
    /** Gives the stored capture once that has ended, before that the one of `findLive`; null for an unknown id. */
    async find(id: string, findLive: (id: string) => Capture | null): Promise<Capture | null> {
      const stored = await captures.find(id)
      return stored && isFinal(stored.state) ? stored : (findLive(id) ?? stored)
    },
    /** Resolves when all earlier calls have written. */
    settle: (): Promise<void> => runExclusive(async () => {}),
  }
}

/** In ms since 1970. */
function startOf(capture: Capture): number {
  return capture.phases[0]?.at ?? 0
}
