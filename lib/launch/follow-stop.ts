/** What the terminal says of captures: when Hearth is stopped, and at the next start. */
import type { VerbClient } from '../collector/client/client.ts'
import type { Capture } from '../contract/capture.ts'
import { formatCaptureState } from '../contract/capture-labels.ts'
import { isFinal, isOccupying } from '../contract/capture-state.ts'
import { engineTable } from '../contract/engines.ts'
import type { WatchEvent } from '../contract/live-events.ts'
import { formatMoment } from '../contract/profile-title.ts'
import { onProblem } from '../errors.ts'

interface FollowStopOptions {
  readonly report: (line: string) => void
  /** Origin of the dashboard, for links. */
  readonly origin: string
}

export interface FollowedStop {
  /** Resolves when all captures have ended, or the collector has. */
  readonly ended: Promise<void>
}

/** How long the collector may take to say what is under way: one that hangs is stopped all the same. */
const firstStopAnswerMs = 2000

/** Reports which captures are under way, before their collector is asked to stop; then what becomes of each. */
export async function followStop(
  { watch }: Pick<VerbClient, 'watch'>,
  { report, origin }: FollowStopOptions,
): Promise<FollowedStop> {
  const abort = new AbortController()
  const events = watch(abort.signal)[Symbol.asyncIterator]()
  const underWay = new Map<string, Capture>()
  const timer = setTimeout(() => abort.abort(), firstStopAnswerMs)
  const first = await nextCaptures()
  clearTimeout(timer)
  for (const capture of first ?? []) if (isOccupying(capture.state)) underWay.set(capture.id, capture)
  if (underWay.size > 0) report(describeStopping([...underWay.values()]))
  return { ended: follow() }

  /** Gives the captures of the next event; null when the collector has ended. */
  async function nextCaptures(): Promise<readonly Capture[] | null> {
    const next = await events.next().catch(onProblem(() => null))
    return next === null || next.done === true ? null : capturesOf(next.value)
  }

  async function follow(): Promise<void> {
    while (underWay.size > 0) {
      const captures = await nextCaptures()
      if (captures === null) break
      for (const capture of captures) {
        if (!underWay.has(capture.id)) continue
        underWay.set(capture.id, capture)
        if (!isFinal(capture.state)) continue
        underWay.delete(capture.id)
        report(describeEnd(capture, origin))
      }
    }
    abort.abort()
    for (const capture of underWay.values()) report(describeEnd(capture, origin))
  }
}

/**
 * `A capture was under way when Hearth ended (shop, perf, began 2026-11-27 14:02 UTC). ...`: what became of it, and its
 * page.
 */
export function describeEarlierCapture(capture: Capture, origin: string): string {
  const began = formatMoment(capture.phases[0]!.at)
  const facts = [nameOf(capture), ...engineOf(capture), `began ${began}`].join(', ')
  return `A capture was under way when Hearth ended (${facts}). ${describeEnd(capture, origin)}`
}

function capturesOf(event: WatchEvent): readonly Capture[] {
  return event.type === 'snapshot' ? event.captures : event.type === 'capture' ? [event.capture] : []
}

function describeStopping(captures: readonly Capture[]): string {
  const list = captures.map((capture) => [nameOf(capture), ...engineOf(capture), progressOf(capture)].join(', '))
  const many = captures.length > 1
  const count = many ? `${captures.length} captures are` : 'One capture is'
  return `Stopping. ${count} under way (${list.join('; ')}): keeping what ${many ? 'they have' : 'it has'}. Ctrl-C again keeps nothing.`
}

function describeEnd(capture: Capture, origin: string): string {
  const { id, state, profiles, artefacts, problem } = capture
  const name = nameOf(capture)
  if (profiles.length > 0)
    return `Saved ${name}: ${profiles.map(({ profileId }) => `${origin}/profiles/${profileId}`).join(' ')}`
  if (artefacts.length > 0) return `${name} is kept on disk: the next start saves it.`
  if (problem !== null) return `Nothing of ${name} was kept. ${problem.title} ${origin}/captures/${id}`
  if (state === 'cancelled') return `${name} was cancelled.`
  return `Nothing of ${name} was kept: its capture was ${formatCaptureState(state)}.`
}

function nameOf({ target }: Capture): string {
  return target.containerName ?? target.service
}

function engineOf({ plan }: Capture): string[] {
  return plan === null ? [] : [engineTable[plan.engine].title]
}

/** `12 of 30 s`; what it does while it does not record. */
function progressOf({ state, secondsLeft, request: { mode, seconds } }: Capture): string {
  if (mode === 'flight-recorder' && state === 'recording') return `the last ${seconds} s`
  return secondsLeft === null ? formatCaptureState(state) : `${seconds - secondsLeft} of ${seconds} s`
}
