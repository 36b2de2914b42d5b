/**
 * The states of a capture and what may follow what; pure, so that every path can be tested without a JVM.
 *
 *     queued ─▶ checking ─▶ recording ─▶ symbolising ─▶ saving ─▶ done
 *        └─────────┴────────────┴─────────────┴───────────┴─▶ failed, cancelled
 */
import { Problem, type ProblemData } from '../errors.ts'
import { type Capture, type CaptureRequest, type CaptureState, type Target } from '../contract.ts'
import { type Progress } from './engine.ts'

const next: Readonly<Record<CaptureState, readonly CaptureState[]>> = {
  queued: ['checking', 'failed', 'cancelled'],
  checking: ['recording', 'failed', 'cancelled'],
  recording: ['symbolising', 'failed', 'cancelled'],
  symbolising: ['saving', 'failed', 'cancelled'],
  saving: ['done', 'failed', 'cancelled'],
  done: [],
  failed: [],
  cancelled: [],
}

export function isFinal(state: CaptureState): boolean {
  return next[state].length === 0
}

/** Does it still occupy the JVM? One that is saved only waits for the web side to take it. */
export function isOccupying(state: CaptureState): boolean {
  return !isFinal(state) && state !== 'saving'
}

export function queueCapture(
  id: string,
  request: CaptureRequest,
  target: Target,
  requestedBy: string,
  at: number,
): Capture {
  return {
    id,
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
    artefact: null,
    profileId: null,
    requestedBy,
  }
}

/** Enters a state. Throws: a bug, where the machine has no such edge. */
function enter(capture: Capture, state: CaptureState, at: number): Capture {
  if (!next[capture.state].includes(state)) throw new Error(`a capture cannot go from ${capture.state} to ${state}`)
  return { ...capture, state, phases: [...capture.phases, { state, at }], secondsLeft: null }
}

/** Follows the engine; entering `checking`, `recording` and `symbolising` as it says. */
export function followProgress(capture: Capture, progress: Progress, at: number): Capture {
  const { state, secondsLeft, samples, lostSamples } = progress
  const entered = state === capture.state ? capture : enter(capture, state, at)
  return { ...entered, secondsLeft, samples, lostSamples }
}

/** The engine is done; its profile is being written to disk. */
export function beginSaving(
  capture: Capture,
  recorded: Pick<Capture, 'samples' | 'lostSamples' | 'partial'>,
  at: number,
): Capture {
  const { samples, lostSamples, partial } = recorded
  return { ...enter(capture, 'saving', at), samples, lostSamples, partial }
}

/** The profile is on disk and waits for the web side. */
export function keepArtefact(capture: Capture, artefact: NonNullable<Capture['artefact']>): Capture {
  if (capture.state !== 'saving') throw new Error(`a ${capture.state} capture has no artefact`)
  return { ...capture, artefact }
}

export function finish(capture: Capture, profileId: string, at: number): Capture {
  return { ...enter(capture, 'done', at), profileId, artefact: null }
}

export function fail(capture: Capture, problem: ProblemData, at: number): Capture {
  return { ...enter(capture, 'failed', at), problem, artefact: null }
}

export function cancel(capture: Capture, at: number): Capture {
  return { ...enter(capture, 'cancelled', at), artefact: null }
}

/** What a capture became that a dead collector left. One whose profile is on disk is not lost. */
export function interrupt(capture: Capture, at: number): Capture {
  if (isFinal(capture.state) || (capture.state === 'saving' && capture.artefact !== null)) return capture
  return fail(capture, new Problem('capture-interrupted', { phase: capture.state }).toJSON(), at)
}
