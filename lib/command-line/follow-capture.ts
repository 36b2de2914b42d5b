/** A capture as it goes, for commands that wait for its end. */
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { CollectorClient } from '../collector/client/client.ts'
import type { Capture } from '../contract/capture.ts'
import { formatCaptureState } from '../contract/capture-labels.ts'
import { commandLineName } from '../contract/constants.ts'
import { getEngineLabel } from '../contract/engines.ts'
import { forgetCapture } from '../contract/interrupt-capture.ts'
import { isProblem } from '../errors.ts'
import { escapeControls } from './plain-text.ts'

/** The pause before a retry to reach a collector that is away. */
const collectorRetryMs = 200

/** How long a restart of the collector is waited for. A supervised one takes 3 s, on a busy machine 6 s. */
const longestRestartMs = 8000

interface RestartOptions {
  readonly signal: AbortSignal | undefined
  /** Called with the reason when the collector no longer answers, before it is waited for. */
  readonly onAway: (reason: string) => void
  readonly waitMs?: number
}

/**
 * As `followCapture`, also over a restart of the collector, which tells what became of the capture.
 *
 * Throws: Problem `collector-unreachable` when it stays away.
 */
export async function* followThroughRestart(
  collector: CollectorClient,
  started: Capture,
  { signal, onAway, waitMs = longestRestartMs }: RestartOptions,
): AsyncGenerator<Capture, void> {
  let last = started
  for (;;) {
    try {
      for await (last of followCapture(collector, last, signal)) yield last
      return
    } catch (error) {
      if (!isProblem(error) || error.code !== 'collector-unreachable') throw error
      onAway(error.message)
      if (!(await comesBack(collector, waitMs))) throw error
    }
  }
}

async function comesBack(collector: CollectorClient, withinMs: number): Promise<boolean> {
  const deadline = AbortSignal.timeout(withinMs)
  const over = once(deadline, 'abort').then(() => false)
  while (!deadline.aborted) {
    // A collector that is stopped takes the question and does not answer.
    const answers = collector.call('listCaptures', {}).then(
      () => true,
      () => delay(collectorRetryMs, false),
    )
    if (await Promise.race([answers, over])) return true
  }
  return false
}

/**
 * The capture each time it changes, the last time when there are profiles or never will be, or `signal` aborts.
 *
 * Throws: Problem `collector-unreachable`.
 */
export async function* followCapture(
  collector: CollectorClient,
  started: Capture,
  signal?: AbortSignal,
): AsyncGenerator<Capture, void> {
  const watching = new AbortController()
  const ends = [watching.signal, ...(signal ? [signal] : [])]
  try {
    for await (const event of collector.watch(AbortSignal.any(ends))) {
      const captures = event.type === 'snapshot' ? event.captures : event.type === 'capture' ? [event.capture] : []
      const update = captures.find(({ id }) => id === started.id)
      // Another collector, which has no journal of it.
      const capture = update ?? (event.type === 'snapshot' ? forgetCapture(started, Date.now()) : undefined)
      if (capture === undefined) continue
      yield capture
      if (isOver(capture)) return
    }
  } finally {
    watching.abort()
  }
  if (signal?.aborted !== true) throw new Error('the collector ended its events')
}

/** Cancels a capture once `signal` aborts; at once when it has; no more once the Disposable is disposed of. */
export function cancelAtEnd(collector: CollectorClient, captureId: string, signal: AbortSignal): Disposable {
  const cancel = () =>
    void collector.call('cancelCapture', { captureId, endedBy: commandLineName }).catch(() => undefined)
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', cancel) }
}

function isOver({ artefacts, problem, state }: Capture): boolean {
  return artefacts.length > 0 || problem !== null || state === 'cancelled' || state === 'done'
}

/** Describes the phase of a capture in one line. */
export function describeCapture({ state, target, partial, plan, fallbacks }: Capture): string {
  const name = escapeControls(target.containerName ?? target.mainClass)
  const way =
    plan === null
      ? ''
      : ` with ${getEngineLabel(plan.engine)}${plan.vantage === 'helper' ? ' in a helper container' : ''}`
  const failed = fallbacks.at(-1)
  const instead =
    failed === undefined
      ? ''
      : `, since ${getEngineLabel(failed.engine)} failed: ${escapeControls(failed.problem.title)}`
  if (state === 'recording') return `${name}: recording${way}`
  // Which engine is tried first, what it records with will tell.
  if (state === 'checking') return `${name}: checking${instead === '' ? '' : `${way}${instead}`}`
  return `${name}: ${formatCaptureState(state)}${partial === null ? '' : ` (${escapeControls(partial)})`}`
}
