/** The news of all collectors, passed on: into memory, to every open page, and captures into the store for good. */
import type { Capture } from '../../contract/capture.ts'
import { localCollectorId } from '../../contract/constants.ts'
import type { Target } from '../../contract/target.ts'
import type { LiveEvent, WatchEvent } from '../../contract/live-events.ts'
import { explainDelay, forgetCapture, isFinal } from '../../contract/capture-state.ts'
import type { Problem } from '../../errors.ts'
import { createMutex } from '../../store/mutex.ts'
import type { Store } from '../../store/store.ts'
import { createEventStreams } from '../http/event-streams.ts'
import { createArtefactSync } from './store-artefacts.ts'
import { type CollectorEntry, createCollectors } from '../collectors/collectors.ts'
import type { CollectorState } from '../collectors/collector-state.ts'

export type CaptureFollower = ReturnType<typeof createCaptureFollower>

const historyLength = 100
/** There are a demo and experiments to start on the web program's own host alone, and its checks are also those of every page. */
const ofLocalAlone: ReadonlySet<WatchEvent['type']> = new Set(['health', 'demo', 'experiment-directories'])
/** Where no JVMs of the web program's own host are listed. */
const nothingLocal = { health: [], demo: { state: 'stopped' as const, step: '', problem: null } }

interface FollowerOptions {
  readonly store: Store
  /** A capture reached its final state; reported before that is stored, so that a crash reports it twice rather than never. */
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
      if (collector.id === localCollectorId) streams.publish({ type: 'health', health: localHealth() })
    },
  })
  const streams = createEventStreams(createInitialEvents)
  // In turn, so that an older state of a capture never lands after a newer one.
  const runExclusive = createMutex()
  const mirror = (task: () => Promise<void>) => void runExclusive(task).catch(console.error)
  // What no collector can know: why a capture is not in the store yet.
  const delays = new Map<string, Problem>()

  const artefactSync = createArtefactSync({
    ...waits,
    profiles: store.profiles,
    fetchArtefact: ({ id, collectorId }, event) => collectors.clientOf(collectorId).fetchArtefact(id, event),
    acknowledge: ({ id, collectorId }, profiles) =>
      collectors.clientOf(collectorId).call('reapCapture', { captureId: id, profiles }),
    onSaved: (profile, captureId) => {
      delays.delete(captureId)
      streams.publish({ type: 'profile', profile })
    },
    onDelay: (id, problem) => {
      delays.set(id, problem)
      const capture = liveCapture(id)
      if (capture) applyCapture(capture)
    },
    giveUp: async ({ id, collectorId }, reason) => {
      const given = await collectors.clientOf(collectorId).call('giveUpCapture', { captureId: id, reason })
      applyCapture({ ...given, collectorId })
    },
  })

  function liveCapture(id: string): Capture | null {
    for (const state of collectors.states()) {
      const capture = state.capture(id)
      if (capture) return capture
    }
    return null
  }

  function findTarget(id: string): Target | null {
    for (const state of collectors.states()) {
      const target = state.target(id)
      if (target) return target
    }
    return null
  }

  function commandLine(targetId: string): readonly string[] | null {
    const first = collectors.states().find((state) => state.target(targetId))
    return first?.commandLine(targetId) ?? null
  }

  /** Two collectors on one host see the same JVMs: they are those of the first. */
  const isFirstToSee = ({ id, collectorId }: Target): boolean => findTarget(id)?.collectorId === collectorId

  const localHealth = () => collectors.local()?.state.snapshot().health ?? []

  /** What all collectors see. */
  function snapshot() {
    const states = collectors.states().map((state) => state.snapshot())
    const { health, demo } = collectors.local()?.state.snapshot() ?? nothingLocal
    return {
      targets: states.flatMap(({ targets }) => targets).filter(isFirstToSee),
      stopped: states.flatMap(({ stopped }) => stopped),
      captures: states.flatMap(({ captures }) => captures),
      pods: states.flatMap(({ pods }) => pods),
      /** Of the local one, as is the demo. */
      health,
      demo,
    }
  }

  function createInitialEvents(): LiveEvent[] {
    return [{ type: 'snapshot', ...snapshot(), collectors: collectors.list() }]
  }

  function applyCapture(incoming: Capture): Capture {
    const capture = recordCapture(incoming)
    streams.publish({ type: 'capture', capture })
    return capture
  }

  function recordCapture(incoming: Capture): Capture {
    const delay = delays.get(incoming.id)
    const capture = delay ? explainDelay(incoming, delay.toJSON()) : incoming
    if (isFinal(capture.state)) delays.delete(capture.id)
    if (collectors.has(capture.collectorId)) collectors.stateOf(capture.collectorId).apply({ type: 'capture', capture })
    mirror(() => write(capture))
    artefactSync.enqueue(capture)
    return capture
  }

  async function write(capture: Capture): Promise<void> {
    if (isFinal(capture.state)) {
      const stored = await store.captures.find(capture.id)
      if (stored === null || !isFinal(stored.state)) await onEnded(capture)
    }
    await store.captures.save(capture)
  }

  function receive({ id, state }: { readonly id: string; readonly state: CollectorState }, incoming: WatchEvent): void {
    if (incoming.type === 'capture') return void applyCapture(incoming.capture)
    const event = state.apply(incoming)
    const isLocal = id === localCollectorId
    if (event.type === 'snapshot') return receiveSnapshot(id, state, event)
    if (event.type === 'health') streams.publish({ type: 'collector', ...collectors.describe(id) })
    if (ofLocalAlone.has(event.type) && !isLocal) return
    if (event.type === 'target' && !isFirstToSee(event.target)) return
    if (event.type === 'target-gone' && findTarget(event.id) !== null) return
    streams.publish(event.type === 'stopped' ? { type: 'stopped', stopped: snapshot().stopped } : event)
  }

  function receiveSnapshot(id: string, state: CollectorState, { captures }: Extract<WatchEvent, { type: 'snapshot' }>) {
    captures.forEach(recordCapture)
    if (id === localCollectorId) for (const message of createInitialEvents()) streams.publish(message)
    else {
      const { targets, stopped, captures, pods } = state.snapshot()
      streams.publish({ type: 'collector', ...collectors.describe(id) })
      const own = { targets: targets.filter(isFirstToSee), stopped, captures, pods }
      streams.publish({ type: 'collector-snapshot', collectorId: id, ...own })
    }
    mirror(() => failUnknown(id, new Set(captures.map((capture) => capture.id))))
  }

  /** A capture that its collector no longer knows will never end by itself. */
  async function failUnknown(collectorId: string, knownIds: ReadonlySet<string>): Promise<void> {
    for (const capture of await store.captures.listUnfinished())
      if (capture.collectorId === collectorId && !knownIds.has(capture.id)) {
        const failed = forgetCapture(capture, Date.now())
        await write(failed)
        streams.publish({ type: 'capture', capture: failed })
      }
  }

  return {
    streams,
    collectors,
    snapshot,
    target: findTarget,
    commandLine,
    liveCapture,
    /** Newest first, history included. */
    async captures(): Promise<Capture[]> {
      const stored = await store.captures.list(historyLength)
      const newest = new Map(snapshot().captures.map((capture) => [capture.id, capture]))
      for (const capture of stored)
        if (isFinal(capture.state) || !newest.has(capture.id)) newest.set(capture.id, capture)
      return [...newest.values()].sort((a, b) => startOf(b) - startOf(a)).slice(0, historyLength)
    },
    async capture(id: string): Promise<Capture | null> {
      const stored = await store.captures.find(id)
      return stored && isFinal(stored.state) ? stored : (liveCapture(id) ?? stored)
    },
    /** A capture as a verb answered it: passed on at once, the watch may be slower. Gives it back. */
    applyCapture,
    /** Follows one more. */
    add(entry: CollectorEntry): void {
      collectors.add(entry)
      streams.publish({ type: 'collector', ...collectors.describe(entry.id) })
    },
    /** What it saw is gone from every page; its captures that did not end are marked as interrupted. */
    async remove(id: string): Promise<void> {
      await collectors.remove(id)
      streams.publish({ type: 'collector-gone', id })
      await runExclusive(() => failUnknown(id, new Set()))
    },
    async stop() {
      streams.close()
      await collectors.stop()
      await artefactSync.stop()
      await runExclusive(async () => {})
    },
  }
}

function startOf(capture: Capture): number {
  return capture.phases[0]?.at ?? 0
}
