/** A collector in this process, for tests of what follows it: real verbs, no host. */
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { CollectorClient } from '../../collector/client/client.ts'
import { createUploadParser } from '../../collector/parse-uploads.ts'
import { readConfig } from '../../config.ts'
import { type Capture, captureRequestSchema } from '../../contract/capture.ts'
import type { Block, DoctorReport } from '../../contract/doctor.ts'
import type { ExperimentDirectory } from '../../contract/experiment-directories.ts'
import type { WatchEvent } from '../../contract/live-events.ts'
import type { Pod, PodReport } from '../../contract/pods.ts'
import type { StoppedTarget, Target } from '../../contract/target.ts'
import { podWays } from '../../contract/pod-ways.ts'
import type { VerbInput, VerbOutput } from '../../contract/verbs.ts'
import { fail } from '../../contract/capture-state.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import { Problem } from '../../errors.ts'
import { sampleCapture } from '../../testing/samples.ts'

export interface FakeCollector extends CollectorClient {
  captures: Map<string, Capture>
  /** Bytes of each capture that waits to be saved: for all of its events, or by event. */
  artefacts: Map<string, Uint8Array | Partial<Record<EventId, Uint8Array>>>
  /** Live snapshots of captures under way. */
  snapshots: Map<string, Uint8Array>
  blocks: Block[]
  /** Experiment directories by their numbers; one that was started runs until the test changes that. */
  directories: ExperimentDirectory[]
  /** The readiness of every JVM. */
  report: Omit<DoctorReport, 'targetId'>
  cleanup: VerbOutput<'readCleanup'>
  /** The readiness of every pod: at first all is permitted. */
  podReport: PodReport
  /** Every verb that was called, `reapCapture 0123...`. */
  readonly called: string[]
  send(event: WatchEvent): void
  /** Puts a capture into the list and sends it to the watchers. */
  emitCapture(capture: Capture): void
  /** While down, nothing answers and every watch ends. */
  setDown(isDown: boolean): void
}

export function createFakeCollector(
  targets: Target[] = [],
  stopped: StoppedTarget[] = [],
  pods: Pod[] = [],
): FakeCollector {
  const captures = new Map<string, Capture>()
  const artefacts: FakeCollector['artefacts'] = new Map()
  const snapshots = new Map<string, Uint8Array>()
  const called: string[] = []
  const parseUpload = createUploadParser(readConfig({}))
  let isDown = false
  const watchers = new Set<(event: WatchEvent | null) => void>()
  const unreachable = () => new Problem('collector-unreachable', { socket: '/test.sock', reason: 'it is down' })
  const send = (event: WatchEvent) => watchers.forEach((watcher) => watcher(event))
  const emitCapture = (capture: Capture): Capture => {
    captures.set(capture.id, capture)
    send({ type: 'capture', capture })
    return capture
  }
  const snapshot = (): WatchEvent => ({
    type: 'snapshot',
    targets,
    stopped,
    captures: [...captures.values()],
    pods,
    health: [],
    demo: { state: 'stopped', step: '', problem: null },
  })
  const existing = (id: string) => {
    const capture = captures.get(id)
    if (!capture) throw new Problem('not-found', { what: 'capture' })
    return capture
  }

  return {
    captures,
    artefacts,
    snapshots,
    blocks: [],
    directories: [],
    report: { at: 1, cells: [], plans: [] },
    cleanup: [],
    podReport: { ways: podWays.map((way) => ({ way, findings: [] })) },
    called,
    send,
    emitCapture: (capture) => void emitCapture(capture),
    setDown(next) {
      isDown = next
      if (isDown) watchers.forEach((watcher) => watcher(null))
    },
    async call(verb, input) {
      if (isDown) throw unreachable()
      const {
        captureId = '',
        profiles = [],
        endedBy = null,
        ...more
      } = input as Partial<VerbInput<'reapCapture'> & VerbInput<'cancelCapture'>> & {
        blockId?: string
        reason?: string
      }
      called.push(`${verb} ${captureId}`.trim())
      switch (verb) {
        case 'reapCapture':
          artefacts.delete(captureId)
          return emitCapture({ ...existing(captureId), state: 'done', artefacts: [], profiles }) as never
        case 'startCapture': {
          const { requestedBy, ...request } = captureRequestSchema.extend({ requestedBy: z.string() }).parse(input)
          return emitCapture(sampleCapture({ id: randomBytes(16).toString('hex'), request, requestedBy })) as never
        }
        case 'startDemo':
        case 'stopDemo':
          return { state: verb === 'startDemo' ? 'starting' : 'stopping', step: '', problem: null } as never
        case 'listExperiments':
          return this.directories as never
        case 'startExperiment':
        case 'stopExperiment': {
          const {
            number,
            action = 'run',
            startedBy = null,
          } = input as VerbInput<'stopExperiment'> & Partial<VerbInput<'startExperiment'>>
          const found = this.directories[number - 1]
          if (!found) throw new Problem('not-found', { what: 'directory of experiments' })
          const changed = {
            ...found,
            underWay: {
              ...(found.underWay ?? { action, startedAt: Date.now(), startedBy }),
              isStopping: verb === 'stopExperiment',
            },
          }
          this.directories = this.directories.with(number - 1, changed)
          send({ type: 'experiment-directories' })
          return changed as never
        }
        case 'cancelCapture':
          return emitCapture({ ...existing(captureId), state: 'cancelled', artefacts: [], endedBy }) as never
        case 'giveUpCapture': {
          artefacts.delete(captureId)
          const { reason = '' } = more
          return emitCapture(
            fail(
              existing(captureId),
              new Problem('unreadable-profile', { reason, subject: 'profile' }).toJSON(),
              Date.now(),
            ),
          ) as never
        }
        case 'saveCapture':
          return emitCapture({ ...existing(captureId), state: 'symbolising', endedBy }) as never
        case 'examineTarget':
          return { ...this.report, targetId: (input as VerbInput<'examineTarget'>).targetId } as never
        case 'examinePod':
          return this.podReport as never
        case 'readCleanup':
          return this.cleanup as never
        case 'listBlocks':
          return this.blocks as never
        case 'clearBlock':
          this.blocks = this.blocks.filter(({ id }) => id !== more.blockId)
          return this.blocks as never
        default:
          throw new Error(`the fake collector has no ${verb}`)
      }
    },
    async *watch(signal) {
      if (isDown) throw unreachable()
      const queue: (WatchEvent | null)[] = [snapshot()]
      let wake = () => {}
      const watcher = (event: WatchEvent | null) => {
        queue.push(event)
        wake()
      }
      watchers.add(watcher)
      signal.addEventListener('abort', () => watcher(null))
      try {
        for (;;) {
          while (queue.length === 0) await new Promise<void>((resolve) => (wake = resolve))
          const event = queue.shift()!
          if (event === null) {
            if (signal.aborted) return
            throw unreachable()
          }
          yield event
        }
      } finally {
        watchers.delete(watcher)
      }
    },
    async fetchArtefact(captureId, event) {
      if (isDown) throw unreachable()
      existing(captureId)
      const stored = artefacts.get(captureId) ?? new Uint8Array()
      const bytes = stored instanceof Uint8Array ? stored : (stored[event] ?? new Uint8Array())
      return (async function* () {
        yield bytes.subarray(0, bytes.length >> 1)
        yield bytes.subarray(bytes.length >> 1)
      })()
    },
    /** Runs a real parser. */
    async *parseUpload(options, upload, signal) {
      if (isDown) throw unreachable()
      yield* parseUpload(options, upload, signal)
    },
    async fetchLive(captureId) {
      if (isDown) throw unreachable()
      const storedSnapshot = snapshots.get(captureId)
      if (!storedSnapshot) throw new Problem('not-found', { what: 'snapshot of this capture' })
      return (async function* () {
        yield storedSnapshot
      })()
    },
  }
}

export function artefactOf(bytes: Uint8Array, event: EventId = 'cpu'): Capture['artefacts'][number] {
  return { event, sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.byteLength }
}
