/** Finds whose capture a command was given: a JVM has one at a time, and a second request gets the one that runs. */
import { isDeepStrictEqual } from 'node:util'
import type { Capture, CaptureRequest } from '../contract/capture.ts'
import { describeNotRemoved } from '../contract/capture-labels.ts'
import { Problem } from '../errors.ts'
import { flagNameOf } from './capture-request.ts'
import { escapeControls } from './plain-text.ts'

/**
 * Whether we began it, so that Ctrl-C may cancel it; says so when another person did, for the same as we want.
 *
 * Throws: Problem `jvm-busy` when it is something else that is being captured. That goes on.
 */
export function isOwnCapture(
  capture: Capture,
  requested: CaptureRequest,
  { stderr }: { readonly stderr: { write(text: string): unknown } },
): boolean {
  const { request, requestedBy, timesAsked } = capture
  const differences = describeDifferences(request, requested)
  if (differences !== '') throw new Problem('jvm-busy', { target: nameOf(capture), requestedBy, differences })
  if (timesAsked === 1) return true
  const who = escapeControls(requestedBy)
  stderr.write(`${escapeControls(nameOf(capture))}: ${who} began this capture, and it stays theirs to end\n`)
  return false
}

/**
 * What a command says at its end: a capture that was not ours, or that ended just before, is not cancelled. Where the
 * command was not interrupted (`signal`), another person cancelled the capture, who is named.
 */
export function describeStop({ state, endedBy }: Capture, signal: AbortSignal): string {
  if (state !== 'cancelled') return 'Stopped following it.'
  return signal.aborted || endedBy === null ? 'Cancelled.' : `Cancelled by ${escapeControls(endedBy)}.`
}

/** Says what a capture that has ended may have left, if anything. */
export function warnOfNotRemoved(capture: Capture, stderr: { write(text: string): unknown }): void {
  const text = describeNotRemoved(capture)
  if (text !== '') stderr.write(`${escapeControls(`${nameOf(capture)}: ${text}`)}\n`)
}

function nameOf({ target }: Capture): string {
  return target.containerName ?? target.mainClass
}

function describeDifferences(running: CaptureRequest, requested: CaptureRequest): string {
  const [sortedRunning, sortedRequested] = [running, requested].map((request) => ({
    ...request,
    events: [...request.events].sort(),
  }))
  return (Object.keys(requested) as (keyof CaptureRequest)[])
    .filter((key) => !isDeepStrictEqual(sortedRunning![key], sortedRequested![key]))
    .map((key) => `${spellOption(key, running)} and not ${spellOption(key, requested)}`)
    .join(', ')
}

/** Such as `--seconds=40`: what a person writes to ask for it. */
function spellOption(key: keyof CaptureRequest, request: CaptureRequest): string {
  if (key === 'mode') return request.mode === 'timed' ? 'a timed capture' : 'a flight recorder'
  if (key === 'kernelFrames') return request.kernelFrames ? '--kernel-frames' : 'no --kernel-frames'
  return `--${flagNameOf(key)}=${[request[key]].flat().join(',')}`
}
