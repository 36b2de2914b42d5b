/** Routes the events of all collectors: to every open page, and captures into the store for good. */
import type { Capture } from '../../contract/capture.ts'
import type { Collector } from '../../contract/collectors.ts'
import { localCollectorId } from '../../contract/constants.ts'
import type { LiveEvent, WatchEvent } from '../../contract/live-events.ts'
import type { Store } from '../../store/store.ts'
import { createEventStreams } from '../http/event-streams.ts'
import { type CollectorEntry, createCollectors } from '../collectors/collectors.ts'
import type { CollectorState } from '../collectors/collector-state.ts'
import { createMergedView } from '../collectors/merged-view.ts'
import { createCaptureRecords } from './capture-records.ts'
import { createArtefactSync } from './store-artefacts.ts'

export type CaptureFollower = ReturnType<typeof createCaptureFollower>

/**
 * A demo and experiments are started on the web program's own host alone, and its checks are also those of every page.
 */
const ofLocalAlone: ReadonlySet<WatchEvent['type']> = new Set(['health', 'demo', 'experiment-directories'])

interface FollowerOptions {
  readonly store: Store
  /**
   * A capture reached its final state; reported before that is stored, so that a crash reports it twice rather than
   * never.
   */
  readonly onEnded?: (capture: Capture) => Promise<void>
  /** Before the first try again of anything; grows from there. */
  readonly firstWaitMs?: number
}

export function createCaptureFollower({ store, onEnded = async () => {}, firstWaitMs }: FollowerOptions) {
  const waits = firstWaitMs === undefined ? {} : { firstWaitMs }
  const collectors = createCollectors({
    ...waits,
    onEvent: receive,
    onChange(collector) {
      streams.publish({ type: 'collector', ...collector })
      if (collector.id === localCollectorId) streams.publish({ type: 'health', health: view.snapshot().health })
      if (collector.problem !== null)
        for (const target of view.listSeenByOthers(collector.id)) streams.publish({ type: 'target', target })
      publishListing(collectors.list())
    },
  })
  const view = createMergedView(collectors)
  const streams = createEventStreams(createInitialEvents)
  const records = createCaptureRecords({ captures: store.captures, onEnded })
  const publishListing = createListingPublisher((event) => streams.publish(event))
  const publishCapture = (capture: Capture) => streams.publish({ type: 'capture', capture })

  const artefactSync = createArtefactSync({
    ...waits,
    profiles: store.profiles,
    fetchArtefact: ({ id, collectorId }, event) => collectors.clientOf(collectorId).fetchArtefact(id, event),
    acknowledge: ({ id, collectorId }, profiles) =>
      collectors.clientOf(collectorId).call('reapCapture', { captureId: id, profiles }),
    onSaved: (profile) => streams.publish({ type: 'profile', profile }),
    // Publishes the capture once more, now with the reason of its delay.
    onDelay: (id) => {
      const capture = view.liveCapture(id)
      if (capture) applyCapture(capture)
    },
    giveUp: async ({ id, collectorId }, reason) => {
      const ended = await collectors.clientOf(collectorId).call('giveUpCapture', { captureId: id, reason })
      applyCapture({ ...ended, collectorId })
    },
  })

  function createInitialEvents(listsChangedAt: number): LiveEvent[] {
    return [{ type: 'snapshot', ...view.snapshot(), collectors: collectors.list(), listsChangedAt }]
  }

  function applyCapture(incoming: Capture): Capture {
    const capture = recordCapture(incoming)
    publishCapture(capture)
    return capture
  }

  function recordCapture(incoming: Capture): Capture {
    const capture = artefactSync.explain(incoming)
    if (collectors.has(capture.collectorId)) collectors.stateOf(capture.collectorId).apply({ type: 'capture', capture })
    void records.save(capture).catch(console.error)
    artefactSync.enqueue(capture)
    return capture
  }

  function receive({ id, state }: { readonly id: string; readonly state: CollectorState }, incoming: WatchEvent): void {
    if (incoming.type === 'capture') return void applyCapture(incoming.capture)
    const event = state.apply(incoming)
    publishListing(collectors.listAffectedBy(id, event))
    if (event.type === 'snapshot') return receiveSnapshot(id, state, event)
    // A page shows the checks of each host with its collector.
    if (event.type === 'health') streams.publish({ type: 'collector', ...collectors.describe(id) })
    if (ofLocalAlone.has(event.type) && id !== localCollectorId) return
    if (event.type === 'target' && !view.isFirstToSee(event.target)) return
    if (event.type === 'target-gone') {
      collectors.forgetTarget(event.id)
      const target = view.target(event.id)
      // Another collector on its host sees it still.
      if (target !== null) return streams.publish({ type: 'target', target })
    }
    streams.publish(event.type === 'stopped' ? { type: 'stopped', stopped: view.snapshot().stopped } : event)
  }

  function receiveSnapshot(id: string, state: CollectorState, { captures }: Extract<WatchEvent, { type: 'snapshot' }>) {
    captures.forEach(recordCapture)
    if (id === localCollectorId) streams.greetAll()
    else {
      const { targets, stopped, captures, pods } = state.snapshot()
      streams.publish({ type: 'collector', ...collectors.describe(id) })
      const own = { targets: targets.filter(view.isFirstToSee), stopped, captures, pods }
      streams.publish({ type: 'collector-snapshot', collectorId: id, ...own })
    }
    // Where the collector was removed since, `remove` fails them.
    const isKnown = (captureId: string) => !collectors.has(id) || collectors.stateOf(id).capture(captureId) !== null
    void records.failUnknown(id, isKnown, publishCapture).catch(console.error)
  }

  return {
    streams,
    collectors,
    ...view,
    /** Newest first, history included. */
    captures: (): Promise<Capture[]> => records.list(view.snapshot().captures),
    capture: (id: string): Promise<Capture | null> => records.find(id, view.liveCapture),
    /** Publishes a capture that a verb answered at once, since the watch may be slower. Gives it back. */
    applyCapture,
    /** Follows one more. */
    add(entry: CollectorEntry): void {
      collectors.add(entry)
      streams.publish({ type: 'collector', ...collectors.describe(entry.id) })
    },
    /** Removes a collector: its JVMs leave every page, and its captures that did not end are marked as interrupted. */
    async remove(id: string): Promise<void> {
      await collectors.remove(id)
      streams.publish({ type: 'collector-gone', id })
      await records.failUnknown(id, () => false, publishCapture)
    },
    async stop() {
      streams.close()
      await collectors.stop()
      await artefactSync.stop()
      await records.settle()
    },
  }
}

/** Gives what publishes those of some collectors whose JVMs are listed under another one than before. */
function createListingPublisher(publish: (event: LiveEvent) => void): (collectors: readonly Collector[]) => void {
  const listedUnder = new Map<string, string | null>()
  return (collectors) => {
    for (const collector of collectors) {
      if ((listedUnder.get(collector.id) ?? null) === collector.listedUnder) continue
      listedUnder.set(collector.id, collector.listedUnder)
      publish({ type: 'collector', ...collector })
    }
  }
}
