/** Captures as pages and the API ask for them: those under way by the collector, ended ones from the store. */
import type { CollectorClient } from '../../collector/client.ts'
import { Problem } from '../../errors.ts'
import type { RepeatableRequestStore } from '../../store/idempotency-keys.ts'
import { pullStream } from '../http/pull-stream.ts'
import type { CaptureFollower } from './follow-captures.ts'
import { createStartOnce } from './idempotent-captures.ts'

export type Captures = ReturnType<typeof createCaptures>

/** A capture as it was a moment ago. */
export interface CaptureSnapshot {
  /** At least how new its bytes are: `capture.live`. */
  readonly version: number
  /** The encoded profile. */
  open(): Promise<ReadableStream<Uint8Array>>
}

interface CapturesParts {
  readonly collector: CollectorClient
  readonly follower: CaptureFollower
  readonly repeatableRequests: RepeatableRequestStore
  readonly assertQuota: () => Promise<void>
}

export function createCaptures({ collector, follower, repeatableRequests, assertQuota }: CapturesParts) {
  const start = createStartOnce({
    store: repeatableRequests,
    start: async (request, requestedBy) => {
      await assertQuota()
      return follower.applyCapture(await collector.call('startCapture', { ...request, requestedBy }))
    },
    find: (id) => follower.capture(id),
  })
  return {
    /** Newest first, those of earlier runs included. */
    list: () => follower.captures(),
    find: (id: string) => follower.capture(id),
    /** The same request with the same key again gives the same capture. Throws: Problem. */
    start,
    cancel: async (captureId: string) => follower.applyCapture(await collector.call('cancelCapture', { captureId })),
    /** Ends a recording now and keeps what it has; of a flight recorder, the last seconds. */
    save: async (captureId: string) => follower.applyCapture(await collector.call('saveCapture', { captureId })),
    /** The newest snapshot of a capture under way. Throws: Problem `not-found` when there is none yet, or none any more. */
    async openLive(captureId: string): Promise<CaptureSnapshot> {
      // Asked before the bytes are: they may be newer than it says, never older.
      const version = follower.live.capture(captureId)?.live ?? 0
      if (version === 0) throw new Problem('not-found', { what: 'picture of this capture' })
      return { version, open: async () => pullStream(await collector.fetchLive(captureId)) }
    },
  }
}
