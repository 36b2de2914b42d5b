/** Capture requests that may be sent again: whoever got no answer sends the same once more and learns of the same capture. */
import { createHash } from 'node:crypto'
import type { Capture, CaptureRequest } from '../contract.ts'
import { Problem } from '../errors.ts'
import type { RepeatableRequestStore } from '../store/repeatable-requests.ts'

/** How long a key is remembered. */
export const keyLifetimeMs = 86_400_000

/** What a capture is asked for with. */
export interface CaptureOrder {
  readonly request: CaptureRequest
  readonly person: string
  /** Of the Idempotency-Key header; null without one. */
  readonly key: string | null
}

export interface StartedCapture {
  readonly capture: Capture
  /** False when the key was known: nothing was started for this request. */
  readonly isNew: boolean
}

interface Parts {
  readonly store: RepeatableRequestStore
  readonly start: (request: CaptureRequest, person: string) => Promise<Capture>
  readonly find: (captureId: string) => Promise<Capture | null>
  readonly now?: () => number
}

/** Throws: what `start` throws, after which the key is free again; Problem `idempotency-key-reused`, `not-found`. */
export type StartOnce = (order: CaptureOrder) => Promise<StartedCapture>

export function createStartOnce({ store, start, find, now = Date.now }: Parts): StartOnce {
  /** By id: what is being started right now, for those who ask again meanwhile. */
  const underWay = new Map<string, Promise<Capture>>()

  async function startFor(id: string, { request, person }: CaptureOrder): Promise<Capture> {
    try {
      const capture = await start(request, person)
      await store.finish(id, capture.id)
      return capture
    } catch (error) {
      await store.forget(id)
      throw error
    }
  }

  function startShared(id: string, order: CaptureOrder): Promise<Capture> {
    const starting = startFor(id, order).finally(() => underWay.delete(id))
    underWay.set(id, starting)
    return starting
  }

  return async (order) => {
    const { request, person, key } = order
    if (key === null) return { capture: await start(request, person), isNew: true }
    const id = digest(person, key)
    const bodyHash = digest(JSON.stringify(request))
    await store.removeOlder(now() - keyLifetimeMs)
    const earlier = await store.claim({ id, bodyHash, captureId: null, createdAt: now() })
    if (earlier === null) return { capture: await startShared(id, order), isNew: true }
    if (earlier.bodyHash !== bodyHash) throw new Problem('idempotency-key-reused', {})
    if (earlier.captureId === null) {
      const starting = underWay.get(id)
      // Without one, Hearth ended while it was being started: the collector gives whoever asks again the running one.
      return starting
        ? { capture: await starting, isNew: false }
        : { capture: await startShared(id, order), isNew: true }
    }
    const capture = await find(earlier.captureId)
    if (!capture) throw new Problem('not-found', { what: 'capture' })
    return { capture, isNew: false }
  }
}

function digest(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
