/** The collector's news, passed on: into memory, to every open page, and captures into the store for good. */
import type { CollectorClient } from '../../collector/client.ts'
import type { Capture } from '../../contract/capture.ts'
import type { LiveEvent, WatchEvent } from '../../contract/live-events.ts'
import { explainDelay, forgetCapture, isFinal } from '../../contract/capture-state.ts'
import { Problem } from '../../errors.ts'
import { createMutex } from '../../store/mutex.ts'
import type { Store } from '../../store/store.ts'
import { createEventStreams } from '../http/event-streams.ts'
import { followCollector } from './follow-collector.ts'
import { createArtefactSync } from './store-artefacts.ts'
import { createCollectorState } from './live-state.ts'

export type CaptureFollower = ReturnType<typeof createCaptureFollower>

const historyLength = 100

export function createCaptureFollower({
  collector,
  store,
  socket,
  onEnded = async () => {},
  firstWaitMs,
}: {
  collector: CollectorClient
  store: Store
  socket: string
  /** A capture reached its final state; told before that is stored, so that a crash tells it twice rather than never. */
  onEnded?: (capture: Capture) => Promise<void>
  /** Before the first try again of anything; grows from there. */
  firstWaitMs?: number
}) {
  const live = createCollectorState(new Problem('collector-unreachable', { socket, reason: 'it is starting' }).toJSON())
  const streams = createEventStreams(createInitialEvents)
  const waits = firstWaitMs === undefined ? {} : { firstWaitMs }
  // In turn, so that an older state of a capture never lands after a newer one.
  const runExclusive = createMutex()
  const mirror = (task: () => Promise<void>) => void runExclusive(task).catch(console.error)
  // What the collector cannot know: why a capture is not in the store yet.
  const delays = new Map<string, Problem>()

  const artefactSync = createArtefactSync({
    ...waits,
    profiles: store.profiles,
    fetchArtefact: (id, event) => collector.fetchArtefact(id, event),
    acknowledge: (input) => collector.call('reapCapture', input),
    onSaved: (profile, captureId) => {
      delays.delete(captureId)
      streams.publish({ type: 'profile', profile })
    },
    onDelay: (id, problem) => {
      delays.set(id, problem)
      const capture = live.capture(id)
      if (capture) applyCapture(capture)
    },
    giveUp: async (input) => applyCapture(await collector.call('giveUpCapture', input)),
  })

  function createInitialEvents(): LiveEvent[] {
    const { collector, ...snapshot } = live.snapshot()
    return [
      { type: 'snapshot', ...snapshot },
      { type: 'collector', problem: collector.problem },
    ]
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
    live.apply({ type: 'capture', capture })
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

  function receive(event: WatchEvent): void {
    if (event.type === 'capture') return void applyCapture(event.capture)
    live.apply(event)
    if (event.type !== 'snapshot') return streams.publish(event)
    event.captures.forEach(recordCapture)
    for (const message of createInitialEvents()) streams.publish(message)
    mirror(() => failUnknown(new Set(event.captures.map(({ id }) => id))))
  }

  /** A capture that the collector no longer knows will never end by itself. */
  async function failUnknown(knownIds: ReadonlySet<string>): Promise<void> {
    for (const capture of await store.captures.listUnfinished())
      if (!knownIds.has(capture.id)) {
        const failed = forgetCapture(capture, Date.now())
        await write(failed)
        streams.publish({ type: 'capture', capture: failed })
      }
  }

  const following = followCollector({
    ...waits,
    watch: (signal) => collector.watch(signal),
    socket,
    onEvent: receive,
    onProblem: (problem) => {
      live.setProblem(problem?.toJSON() ?? null)
      streams.publish({ type: 'collector', problem: problem?.toJSON() ?? null })
      if (problem === null) return
      streams.publish({ type: 'health', health: live.snapshot().health })
    },
  })

  return {
    live,
    streams,
    /** Newest first, history included. */
    async captures(): Promise<Capture[]> {
      const stored = await store.captures.list(historyLength)
      const { captures } = live.snapshot()
      const newest = new Map(captures.map((capture) => [capture.id, capture]))
      for (const capture of stored)
        if (isFinal(capture.state) || !newest.has(capture.id)) newest.set(capture.id, capture)
      return [...newest.values()].sort((a, b) => startOf(b) - startOf(a)).slice(0, historyLength)
    },
    async capture(id: string): Promise<Capture | null> {
      const stored = await store.captures.find(id)
      return stored && isFinal(stored.state) ? stored : (live.capture(id) ?? stored)
    },
    /** A capture as a verb answered it: passed on at once, the watch may be slower. Gives it back. */
    applyCapture,
    async stop() {
      streams.close()
      await following.stop()
      await artefactSync.stop()
      await runExclusive(async () => {})
    },
  }
}

function startOf(capture: Capture): number {
  return capture.phases[0]?.at ?? 0
}
