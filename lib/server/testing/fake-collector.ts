/** A collector in this process, for tests of what follows it: real verbs, no host. */
import { createHash } from 'node:crypto'
import { type Capture, type Target, type WatchEvent } from '../../contract.ts'
import { Problem } from '../../errors.ts'
import { type CollectorLink } from '../follow-captures.ts'

export interface FakeCollector extends CollectorLink {
  captures: Map<string, Capture>
  /** Bytes of each capture that waits to be saved. */
  artefacts: Map<string, Uint8Array>
  /** Every verb that was called, `reapCapture 0123...`. */
  readonly called: string[]
  send(event: WatchEvent): void
  /** Puts a capture into the list and tells the watchers. */
  tell(capture: Capture): void
  /** While down, nothing answers and every watch ends. */
  setDown(isDown: boolean): void
}

export function createFakeCollector(targets: Target[] = []): FakeCollector {
  const captures = new Map<string, Capture>()
  const artefacts = new Map<string, Uint8Array>()
  const called: string[] = []
  let isDown = false
  const watchers = new Set<(event: WatchEvent | null) => void>()
  const unreachable = () => new Problem('collector-unreachable', { socket: '/test.sock', reason: 'it is down' })
  const send = (event: WatchEvent) => watchers.forEach((watcher) => watcher(event))
  const tell = (capture: Capture): Capture => {
    captures.set(capture.id, capture)
    send({ type: 'capture', capture })
    return capture
  }
  const snapshot = (): WatchEvent => ({
    type: 'snapshot',
    targets,
    captures: [...captures.values()],
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
    called,
    send,
    tell: (capture) => void tell(capture),
    setDown(next) {
      isDown = next
      if (isDown) watchers.forEach((watcher) => watcher(null))
    },
    async call(verb, input) {
      if (isDown) throw unreachable()
      const { captureId = '', profileId = null } = input as { captureId?: string; profileId?: string }
      called.push(`${verb} ${captureId}`.trim())
      switch (verb) {
        case 'reapCapture':
          artefacts.delete(captureId)
          return tell({ ...existing(captureId), state: 'done', artefact: null, profileId }) as never
        case 'cancelCapture':
          return tell({ ...existing(captureId), state: 'cancelled', artefact: null }) as never
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
    async fetchArtefact(captureId) {
      if (isDown) throw unreachable()
      existing(captureId)
      const bytes = artefacts.get(captureId) ?? new Uint8Array()
      return (async function* () {
        yield bytes.subarray(0, bytes.length >> 1)
        yield bytes.subarray(bytes.length >> 1)
      })()
    },
  }
}

export function artefactOf(bytes: Uint8Array): { sha256: string; bytes: number } {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.byteLength }
}
