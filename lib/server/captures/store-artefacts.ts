/** Brings the artefacts of a capture from the collector into the store, whichever program dies on the way. */
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Capture } from '../../contract/capture.ts'
import { maxReasonLength } from '../../contract/verbs.ts'
import { explainDelay, isFinal } from '../../contract/capture-state.ts'
import type { ProfileSummary } from '../../contract/profile.ts'
import { makeUpName } from '../../contract/profile-title.ts'
import { onProblem, isProblem, Problem } from '../../errors.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import type { ProfileStore } from '../../store/library/profiles.ts'
import { digestProfile } from '../profiles/digest/digest-thread.ts'
import { cutText } from '../../profile/names/cut-text.ts'

interface ArtefactSyncOptions {
  readonly profiles: ProfileStore
  readonly fetchArtefact: (capture: Capture, event: EventId) => Promise<AsyncIterable<Uint8Array>>
  readonly acknowledge: (capture: Capture, profiles: Capture['profiles']) => Promise<unknown>
  readonly onSaved: (profile: ProfileSummary) => void
  /** Called when a try failed and another one follows (a full disk, a collector that is away): `explain` says why. */
  readonly onDelay: (captureId: string) => void
  /**
   * Tells the collector that the bytes are no profile, so that it fails the capture. Throws: Problem; the next news of
   * the capture starts a new try.
   */
  readonly giveUp: (capture: Capture, reason: string) => Promise<unknown>
  readonly firstWaitMs?: number
}

type Artefact = Capture['artefacts'][number]

/** In ms: the wait before the first retry to store what a capture left. */
const firstStoreWaitMs = 1000
/** The wait before a retry to store what a capture left doubles from `firstStoreWaitMs` up to this: the backoff. */
const longestStoreWaitMs = 60_000
/** Tries to read the bytes of a capture; then it is given up. Other failures are retried for ever. */
const maxUnreadableTries = 3

export function createArtefactSync(options: ArtefactSyncOptions) {
  const { profiles, fetchArtefact, acknowledge, onSaved, onDelay, giveUp, firstWaitMs = firstStoreWaitMs } = options
  const stopped = new AbortController()
  const underWay = new Map<string, Promise<void>>()
  /** The reason why a capture is not in the store yet, by its id; a collector cannot know it. */
  const delays = new Map<string, Problem>()

  /** Every step can be done again: a crash after any of them ends in the same place. */
  async function saveCapture(capture: Capture): Promise<void> {
    const savedProfiles: Capture['profiles'] = []
    for (const artefact of capture.artefacts) {
      const { event } = artefact
      const profile = (await profiles.findByCapture(capture.id, event)) ?? (await saveArtefact(capture, artefact))
      savedProfiles.push({ event, profileId: profile.id })
    }
    await acknowledge(capture, savedProfiles)
  }

  async function saveArtefact(capture: Capture, artefact: Artefact): Promise<ProfileSummary> {
    const { event } = artefact
    const encoded = await collect(await fetchArtefact(capture, event), artefact)
    const { facts, firstPaint, gzipped } = await digestProfile(encoded)
    const { service } = capture.target
    const { hotMethod, durationMs } = facts
    const name = makeUpName({ service, event, hotMethod }, secondsOf(capture, durationMs))
    const saved = { ...facts, ...describeProfile(capture, facts.capturedAt), name, event, service }
    const profile = await profiles.save(saved, gzipped, firstPaint)
    delays.delete(capture.id)
    onSaved(profile)
    return profile
  }

  async function saveWithRetries(capture: Capture): Promise<void> {
    let waitMs = firstWaitMs
    let unreadable = 0
    while (!stopped.signal.aborted) {
      try {
        return await saveCapture(capture)
      } catch (error) {
        const problem = isProblem(error) ? error : asProblem(error)
        if (problem.code === 'not-found') return // the collector has let go of it: there is nothing left to do
        delays.set(capture.id, problem)
        onDelay(capture.id)
        if (problem.code === 'unreadable-profile' && ++unreadable >= maxUnreadableTries)
          return await giveUpOn(capture, problem)
      }
      await delay(waitMs, undefined, { signal: stopped.signal }).catch(() => {}) // fails only when stopped
      waitMs = Math.min(waitMs * 2, longestStoreWaitMs)
    }
  }

  async function giveUpOn(capture: Capture, { facts, message }: Problem): Promise<void> {
    const reason = 'reason' in facts ? facts.reason : message
    // A Problem is ignored: the collector went away. When it is back it reports this capture again.
    await giveUp(capture, cutText(reason, maxReasonLength)).catch(onProblem(() => {}))
  }

  return {
    /** The capture with the reason of its delay, where it has one. */
    explain(capture: Capture): Capture {
      if (isFinal(capture.state)) delays.delete(capture.id)
      const problem = delays.get(capture.id)
      return problem ? explainDelay(capture, problem.toJSON()) : capture
    },
    /** Call it with every capture that is seen: one that waits to be saved is saved, unless that is under way. */
    enqueue(capture: Capture) {
      if (capture.state !== 'saving' || capture.artefacts.length === 0 || underWay.has(capture.id)) return
      const task = saveWithRetries(capture).finally(() => underWay.delete(capture.id))
      underWay.set(capture.id, task)
    },
    async stop() {
      stopped.abort()
      await Promise.allSettled(underWay.values())
    },
  }
}

/** An engine ends by less than this before or after the time that was asked for. */
const usualErrorSeconds = 1.5

/** Gives the seconds in the name of the profile: those asked for, or those recorded where the recording ended early. */
function secondsOf({ request }: Capture, durationMs: number | null): number {
  const recorded = durationMs === null ? request.seconds : durationMs / 1000
  return Math.abs(recorded - request.seconds) < usualErrorSeconds ? request.seconds : recorded
}

/**
 * Gives what the capture says of its profile. `keptFrom`: Unix ms of the first moment in the recording; null where it
 * does not say.
 */
function describeProfile(capture: Capture, keptFrom: number | null) {
  const { target, request, phases } = capture
  const beganAt = phases.find(({ state }) => state === 'recording')?.at ?? phases[0]?.at ?? Date.now()
  // A flight recorder that began a day ago has its last seconds alone. The events of any other capture share a moment.
  const recordedAt = request.mode === 'flight-recorder' ? (keptFrom ?? beganAt) : beganAt
  return {
    captureId: capture.id,
    labels: [],
    containerName: target.containerName,
    containerId: target.containerId,
    image: target.image,
    imageDigest: target.imageDigest,
    mainClass: target.mainClass,
    pinned: false,
    note: '',
    partial: capture.partial,
    capturedAt: recordedAt,
    // The library sorts by it, and keeps so long: by the recording, also where that is stored later.
    createdAt: recordedAt,
    createdBy: capture.requestedBy,
  }
}

/** Gives the bytes. Throws: Problem `unreadable-profile` when size or checksum are not those of `artefact`. */
async function collect(chunks: AsyncIterable<Uint8Array>, artefact: Artefact) {
  const encoded = new Uint8Array(artefact.bytes)
  let filled = 0
  for await (const chunk of chunks) {
    if (filled + chunk.byteLength > encoded.byteLength) throw damaged('it is longer than announced')
    encoded.set(chunk, filled)
    filled += chunk.byteLength
  }
  if (filled < encoded.byteLength) throw damaged(`${filled} of ${encoded.byteLength} bytes arrived`)
  const sha256 = createHash('sha256').update(encoded).digest('hex')
  if (sha256 !== artefact.sha256) throw damaged('its checksum is wrong')
  return encoded
}

function damaged(reason: string): Problem {
  return new Problem('unreadable-profile', { reason, subject: 'profile' })
}

/** A bug in the middle of saving is logged whole and counts as a failed try, so that it cannot go on for ever. */
function asProblem(error: unknown): Problem {
  console.error(error)
  return damaged(error instanceof Error ? error.message : 'unknown error')
}
