/** Captures as pages and the API ask for them: those under way by their collector, ended ones from the store. */
import { createHash } from 'node:crypto'
import { dayMs } from '../../contract/constants.ts'
import { Problem } from '../../errors.ts'
import type { RepeatableRequestStore } from '../../store/idempotency-keys.ts'
import { existing } from '../existing.ts'
import { pullStream } from '../http/pull-stream.ts'
import type { CaptureFollower } from './follow-captures.ts'
import type { Capture, CaptureRequest } from '../../contract/capture.ts'

/** How long an Idempotency-Key is remembered: with the same one a request gets the capture of the first. */
export const idempotencyKeyLifetimeMs = dayMs

/** A request for a capture, with who makes it. */
interface StartRequest {
  readonly request: CaptureRequest
  readonly person: string
  /** Id of the token or session that asks, to which the key belongs: two people, or two tokens, may have one name. */
  readonly owner: string
  /** Value of the Idempotency-Key header; null without one. */
  readonly key: string | null
}

interface StartedCapture {
  readonly capture: Capture
  /** False when nothing was started for this request: its key was known, or the JVM was being captured already. */
  readonly isNew: boolean
}

interface Parts {
  readonly store: RepeatableRequestStore
  readonly start: (request: CaptureRequest, person: string) => Promise<Capture>
  readonly find: (captureId: string) => Promise<Capture | null>
  readonly now?: () => number
}

/**
 * Starts once for each key. Throws: what `start` throws, after which the key is free; Problem `idempotency-key-reused`,
 * `not-found`.
 */
export type StartOnce = (startRequest: StartRequest) => Promise<StartedCapture>

export function createStartOnce({ store, start, find, now = Date.now }: Parts): StartOnce {
  /** Captures that are being started now, by id, for those who ask again meanwhile. */
  const underWay = new Map<string, Promise<Capture>>()

  async function startFor(id: string, { request, person }: StartRequest): Promise<Capture> {
    try {
      const capture = await start(request, person)
      await store.finish(id, capture.id)
      return capture
    } catch (error) {
      await store.forget(id)
      throw error
    }
  }

  function startShared(id: string, startRequest: StartRequest): Promise<Capture> {
    const starting = startFor(id, startRequest).finally(() => underWay.delete(id))
    underWay.set(id, starting)
    return starting
  }

  return async (startRequest) => {
    const { request, person, owner, key } = startRequest
    if (key === null) return startedFor(await start(request, person))
    const id = digest(owner, key)
    const bodyHash = digest(JSON.stringify(request))
    await store.removeOlder(now() - idempotencyKeyLifetimeMs)
    const earlier = await store.claim({ id, bodyHash, captureId: null, createdAt: now() })
    if (earlier === null) return startedFor(await startShared(id, startRequest))
    if (earlier.bodyHash !== bodyHash) throw new Problem('idempotency-key-reused', {})
    if (earlier.captureId === null) {
      const starting = underWay.get(id)
      // This program ended during the earlier start. The collector answers a second request with the capture under way.
      return starting ? { capture: await starting, isNew: false } : startedFor(await startShared(id, startRequest))
    }
    const capture = await find(earlier.captureId)
    if (!capture) throw new Problem('not-found', { what: 'capture' })
    return { capture, isNew: false }
  }
}

/** A capture is new when it answers its first request: the collector counts them. */
function startedFor(capture: Capture): StartedCapture {
  return { capture, isNew: capture.timesAsked === 1 }
}

function digest(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** A capture as it was a moment ago. */
export interface CaptureSnapshot {
  /** At least how new its bytes are: `capture.live`. */
  readonly version: number
  /** The encoded profile. */
  open(): Promise<ReadableStream<Uint8Array>>
}

interface CapturesParts {
  readonly follower: CaptureFollower
  readonly repeatableRequests: RepeatableRequestStore
  readonly assertQuota: () => Promise<void>
}

export function createServerCaptures({ follower, repeatableRequests, assertQuota }: CapturesParts) {
  const { collectors } = follower
  /** Has the collector of a capture end it. A collector calls itself local: its answer gets the id that it has here. */
  async function end(verb: 'cancelCapture' | 'saveCapture', captureId: string, endedBy: string): Promise<Capture> {
    const { collectorId } = existing(await follower.capture(captureId), 'capture')
    const ended = await collectors.clientOf(collectorId).call(verb, { captureId, endedBy })
    return follower.applyCapture({ ...ended, collectorId })
  }
  const start = createStartOnce({
    store: repeatableRequests,
    start: async (request, requestedBy) => {
      await assertQuota()
      const { id, client } = collectors.ownerOf(request.targetId)
      const started = await client.call('startCapture', { ...request, requestedBy })
      return follower.applyCapture({ ...started, collectorId: id })
    },
    find: (id) => follower.capture(id),
  })
  return {
    /** Newest first, those of earlier runs included. */
    list: () => follower.captures(),
    find: (id: string) => follower.capture(id),
    /** The same request with the same key again gives the same capture. Throws: Problem. */
    start,
    cancel: (captureId: string, endedBy: string) => end('cancelCapture', captureId, endedBy),
    /** Ends a recording now and keeps its samples; of a flight recorder, those of the last seconds. */
    save: (captureId: string, endedBy: string) => end('saveCapture', captureId, endedBy),
    /**
     * The newest snapshot of a capture under way. Throws: Problem `not-found` when there is none yet, or none any more.
     */
    async openLive(captureId: string): Promise<CaptureSnapshot> {
      // Asked before the bytes are: they may be newer than it says, never older.
      const capture = follower.liveCapture(captureId)
      if (!capture || capture.live === 0) throw new Problem('not-found', { what: 'snapshot of this capture' })
      const client = collectors.clientOf(capture.collectorId)
      return { version: capture.live, open: async () => pullStream(await client.fetchLive(captureId)) }
    },
  }
}
