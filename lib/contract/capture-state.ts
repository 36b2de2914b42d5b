/**
 * The states of a capture and their transitions. The collector owns them; the web program records the reports of the
 * collector, and decides one transition alone: forgetCapture (interrupt-capture.ts). `at` is in ms since 1970.
 *
 *                   ┌──────────────────────────┐ another engine
 *                   ▼            │             │
 *     queued ─▶ checking ─▶ recording ─▶ symbolising ─▶ saving ─▶ done
 *        └─────────┴────────────┴─────────────┴───────────┴─▶ failed, cancelled
 */
import type { ProblemCode, ProblemData } from '../errors.ts'
import type { Capture, CaptureRequest, CaptureState } from './capture.ts'
import { finalStates, mostNotRemoved } from './constants.ts'
import type { Plan } from './doctor.ts'
import type { Container, Target } from './target.ts'

const next: Readonly<Record<CaptureState, readonly CaptureState[]>> = {
  queued: ['checking', 'failed', 'cancelled'],
  checking: ['recording', 'failed', 'cancelled'],
  recording: ['symbolising', 'checking', 'failed', 'cancelled'],
  symbolising: ['saving', 'checking', 'failed', 'cancelled'],
  saving: ['done', 'failed', 'cancelled'],
  done: [],
  failed: [],
  cancelled: [],
}

/** Failures whose cause is the JVM or its host: another engine would fail in the same way. */
const notEngineFaults: ReadonlySet<ProblemCode> = new Set([
  'target-gone',
  'target-changed',
  'target-paused',
  'target-stopped',
  'container-removed',
  'disk-full',
  'nothing-recorded',
])

/** Whether another engine is worth a try where a capture failed so. */
export function isEngineFault(code: ProblemCode): boolean {
  return !notEngineFaults.has(code)
}

export function isFinal(state: CaptureState): boolean {
  return finalStates.includes(state)
}

/**
 * Whether it still occupies the JVM. One in `saving` has recorded, and only waits for the web program to store its
 * profiles.
 */
export function isOccupying(state: CaptureState): boolean {
  return !isFinal(state) && state !== 'saving'
}

/** Facts of a JVM that are known before its capture: of one in a pod, no more than its container. */
export type CaptureSubject = Pick<Target, 'collectorId' | 'service' | 'hostPid'> & {
  readonly jvm: Pick<Target['jvm'], 'mainClass'>
  readonly container: Pick<Container, 'id' | 'name' | 'image' | 'imageDigest'> | null
}

export function queueCapture(
  id: string,
  request: CaptureRequest,
  target: CaptureSubject,
  requestedBy: string,
  at: number,
): Capture {
  return {
    id,
    collectorId: target.collectorId,
    request,
    target: {
      service: target.service,
      mainClass: target.jvm.mainClass,
      hostPid: target.hostPid,
      containerId: target.container?.id ?? null,
      containerName: target.container?.name ?? null,
      image: target.container?.image ?? null,
      imageDigest: target.container?.imageDigest ?? null,
    },
    state: 'queued',
    phases: [{ state: 'queued', at }],
    secondsLeft: null,
    samples: 0,
    lostSamples: 0,
    problem: null,
    partial: null,
    notRemoved: [],
    plan: null,
    fallbacks: [],
    live: 0,
    artefacts: [],
    profiles: [],
    requestedBy,
    endedBy: null,
    timesAsked: 1,
  }
}

/** A capture of this JVM was requested again, by anyone: that request gets the capture that runs. */
export function shareCapture(capture: Capture): Capture {
  return { ...capture, timesAsked: capture.timesAsked + 1 }
}

/** Names the person who ends it, by cancelling it or by keeping what it has: the last one to do so. */
export function nameEnder(capture: Capture, endedBy: string | null): Capture {
  return { ...capture, endedBy }
}

/** Enters a state. Throws: a bug, where the machine has no such edge. */
function enter(capture: Capture, state: CaptureState, at: number): Capture {
  if (!next[capture.state].includes(state)) throw new Error(`a capture cannot go from ${capture.state} to ${state}`)
  return { ...capture, state, phases: [...capture.phases, { state, at }], secondsLeft: null }
}

/** The capture is first in the queue: the doctor examines this JVM. */
export function beginChecking(capture: Capture, at: number): Capture {
  return enter(capture, 'checking', at)
}

/** This engine, from this vantage, is tried now. */
export function choosePlan(capture: Capture, plan: Plan): Capture {
  if (capture.state !== 'checking') throw new Error(`a ${capture.state} capture has its plan`)
  return { ...capture, plan }
}

/** The plan that was tried failed: back to `checking`, where another can be chosen. Its recording is gone. */
export function fallBack(capture: Capture, problem: ProblemData, at: number): Capture {
  if (capture.plan === null) throw new Error('nothing was tried')
  const entered = capture.state === 'checking' ? capture : enter(capture, 'checking', at)
  const fallbacks = [...capture.fallbacks, { ...capture.plan, problem }]
  return { ...entered, plan: null, fallbacks, secondsLeft: null, samples: 0, lostSamples: 0 }
}

/** Reports of an engine on its recording. */
interface EngineProgress extends Pick<Capture, 'secondsLeft' | 'samples' | 'lostSamples'> {
  readonly state: 'checking' | 'recording' | 'symbolising'
}

/** Applies a report of the engine, and enters the state that it names. */
export function followProgress(capture: Capture, progress: EngineProgress, at: number): Capture {
  const { state, secondsLeft, samples, lostSamples } = progress
  const entered = state === capture.state ? capture : enter(capture, state, at)
  return { ...entered, secondsLeft, samples, lostSamples }
}

/** There is a newer live snapshot; `live` counts them, so that a page notices. */
export function showLive(capture: Capture): Capture {
  return { ...capture, live: capture.live + 1 }
}

/** The engine is done; its recording is being read. */
export function beginSymbolising(capture: Capture, at: number): Capture {
  if (capture.state === 'symbolising') return capture
  return enter(capture, 'symbolising', at)
}

/** It is read; its profiles are being written to disk. */
export function beginSaving(
  capture: Capture,
  recorded: Pick<Capture, 'samples' | 'lostSamples' | 'partial'>,
  at: number,
): Capture {
  const { samples, lostSamples, partial } = recorded
  return { ...enter(capture, 'saving', at), samples, lostSamples, partial }
}

/** The profiles are on the collector's disk and wait for the web program. */
export function keepArtefacts(capture: Capture, artefacts: Capture['artefacts']): Capture {
  if (capture.state !== 'saving') throw new Error(`a ${capture.state} capture has no artefacts`)
  if (artefacts.length === 0) throw new Error('there is nothing to keep')
  return { ...capture, artefacts }
}

export function finish(capture: Capture, profiles: Capture['profiles'], at: number): Capture {
  return { ...enter(capture, 'done', at), profiles, artefacts: [] }
}

export function fail(capture: Capture, problem: ProblemData, at: number): Capture {
  return { ...enter(capture, 'failed', at), problem, artefacts: [] }
}

export function cancel(capture: Capture, at: number): Capture {
  return { ...enter(capture, 'cancelled', at), artefacts: [] }
}

/** Adds things that could not be removed. */
export function addNotRemoved(capture: Capture, things: readonly string[]): Capture {
  const notRemoved = [...new Set([...capture.notRemoved, ...things])].slice(0, mostNotRemoved)
  return things.length === 0 ? capture : { ...capture, notRemoved }
}

/**
 * Follows `other`, the capture that the collector in a Job takes for this one of a pod. Its states become this one's,
 * but for the queue and the first check: `capture` is in that state already, since before the Job was made.
 */
export function followJobCapture(capture: Capture, other: Capture): Capture {
  if (other.state === 'queued' || isFinal(other.state)) return capture
  const own = capture.phases.slice(0, 2) // queued, checking
  const { state, secondsLeft, samples, lostSamples, partial, plan, fallbacks, live } = other
  const { mainClass, hostPid } = other.target
  return {
    ...capture,
    ...{ state, secondsLeft, samples, lostSamples, partial, plan, fallbacks, live },
    phases: [...own, ...other.phases.filter((phase) => phase.state !== 'queued').slice(1)],
    target: { ...capture.target, mainClass, hostPid },
  }
}

/** Why the web program has not stored it yet. It stays in `saving`, and is tried again. */
export function explainDelay(capture: Capture, problem: ProblemData): Capture {
  return capture.state === 'saving' ? { ...capture, problem } : capture
}
