/** A capture as it goes, for commands that wait for its end. */
import type { CollectorClient } from '../collector/client/client.ts'
import type { Capture } from '../contract/capture.ts'
import { formatCaptureState } from '../contract/capture-labels.ts'
import { escapeControls } from './plain-text.ts'

/**
 * The capture each time it changes, the last time when there are profiles or never will be, or `signal` aborts.
 *
 * Throws: Problem `collector-unreachable`.
 */
export async function* followCapture(
  collector: CollectorClient,
  captureId: string,
  signal?: AbortSignal,
): AsyncGenerator<Capture, void> {
  const watching = new AbortController()
  const ends = [watching.signal, ...(signal ? [signal] : [])]
  try {
    for await (const event of collector.watch(AbortSignal.any(ends))) {
      const captures = event.type === 'snapshot' ? event.captures : event.type === 'capture' ? [event.capture] : []
      const capture = captures.find(({ id }) => id === captureId)
      if (capture === undefined) continue
      yield capture
      if (isOver(capture)) return
    }
  } finally {
    watching.abort()
  }
  if (signal?.aborted !== true) throw new Error('the collector ended its events')
}

/** Once `signal` aborts; at once when it has. */
export function cancelAtEnd(collector: CollectorClient, captureId: string, signal: AbortSignal): void {
  const cancel = () => void collector.call('cancelCapture', { captureId }).catch(() => undefined)
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()
}

function isOver({ artefacts, problem, state }: Capture): boolean {
  return artefacts.length > 0 || problem !== null || state === 'cancelled' || state === 'done'
}

/** Its phase, in one line. */
export function describeCapture({ state, target, partial, plan, fallbacks }: Capture): string {
  const name = escapeControls(target.containerName ?? target.mainClass)
  const way = plan === null ? '' : ` with ${plan.engine}${plan.vantage === 'helper' ? ' in a helper container' : ''}`
  const failed = fallbacks.at(-1)
  const instead = failed === undefined ? '' : `, since ${failed.engine} failed: ${escapeControls(failed.problem.title)}`
  if (state === 'recording') return `${name}: recording${way}`
  if (state === 'checking') return `${name}: checking${way}${instead}`
  return `${name}: ${formatCaptureState(state)}${partial === null ? '' : ` (${escapeControls(partial)})`}`
}
