/**
 * Captures whose collector died or forgot them. Not in capture-state.ts, which pages have: they need no texts of
 * failures.
 */
import { Problem } from '../errors.ts'
import type { FactsByCode } from '../errors/codes.ts'
import type { Capture } from './capture.ts'
import { fail, isFinal } from './capture-state.ts'

/**
 * Fails a capture that a dead collector left, unless it had ended or its profiles are on disk. What could be removed
 * was; the capture has the rest.
 */
export function interrupt(capture: Capture, at: number): Capture {
  // The same object: the caller writes only what has changed.
  if (isFinal(capture.state) || (capture.state === 'saving' && capture.artefacts.length > 0)) return capture
  return interruptWith(capture, { phase: capture.state, isClean: capture.notRemoved.length === 0 }, at)
}

/** Fails an unfinished capture that the collector no longer knows: nothing can end it or has its artefacts. */
export function forgetCapture(capture: Capture, at: number): Capture {
  return interruptWith(capture, { phase: capture.state }, at)
}

function interruptWith(capture: Capture, facts: FactsByCode['capture-interrupted'], at: number): Capture {
  return fail(capture, new Problem('capture-interrupted', facts).toJSON(), at)
}
