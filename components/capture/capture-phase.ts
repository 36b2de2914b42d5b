import type { Capture, CaptureState } from '../../lib/contract/capture.ts'
import { finalStates } from '../../lib/contract/constants.ts'
import { getMsLeft } from '../live/ms-left.ts'

export const isUnderWay = (capture: Capture): boolean => !finalStates.includes(capture.state)

/**
 * Seconds of recording left by the collector's last report; where it has given none, by the clock (`now` in Unix ms).
 * null while it does not record, or has no end.
 */
export function getSecondsLeft(capture: Capture, now: number): number | null {
  if (capture.state !== 'recording' || capture.request.mode === 'flight-recorder') return null
  if (capture.secondsLeft !== null) return Math.max(Math.round(capture.secondsLeft), 0)
  const startedAt = capture.phases.findLast((phase) => phase.state === 'recording')?.at
  if (startedAt === undefined) return null
  const wholeMs = capture.request.seconds * 1000
  return Math.round(getMsLeft(startedAt + wholeMs, now, wholeMs) / 1000)
}

/** How far the recording is, 0 to 1; null in a phase whose length is unknown. */
export function getRecordedShare(capture: Capture, now: number): number | null {
  const left = getSecondsLeft(capture, now)
  return left === null ? null : 1 - left / capture.request.seconds
}

export interface PhaseRow {
  readonly state: CaptureState
  readonly status: 'over' | 'now' | 'ahead' | 'broken'
  /** How long it took, or has taken so far. Null when it is still ahead. */
  readonly tookMs: number | null
}

/**
 * The way of a capture, phase by phase: those behind it, the one it is in, those ahead. Ends where it failed. Where it
 * was checked again, for another engine, what it did before that does not count.
 */
export function listPhases(capture: Capture, now: number): PhaseRow[] {
  const way: CaptureState[] = ['queued', 'checking', 'recording', 'symbolising', 'saving']
  const ended = capture.phases.find((phase) => finalStates.includes(phase.state))
  const broke = ended !== undefined && ended.state !== 'done'
  const lastMet = capture.phases.findLast((phase) => way.includes(phase.state))?.state
  const rows: PhaseRow[] = []
  for (const state of way) {
    const index = capture.phases.findLastIndex((phase) => phase.state === state)
    const at = capture.phases[index]?.at
    const isAhead = lastMet === undefined || way.indexOf(state) > way.indexOf(lastMet)
    if (isAhead && ended === undefined) rows.push({ state, status: 'ahead', tookMs: null })
    // Else it was skipped, or the capture failed before it.
    if (isAhead || at === undefined) continue
    const until = capture.phases[index + 1]?.at ?? now
    const isLast = state === lastMet
    rows.push({
      state,
      status: isLast && broke ? 'broken' : isLast && ended === undefined ? 'now' : 'over',
      tookMs: Math.max(until - at, 0),
    })
  }
  return rows
}
