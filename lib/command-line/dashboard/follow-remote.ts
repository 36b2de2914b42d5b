/** A capture on a dashboard from its start to its end, over a network that may fail now and then. */
import { setTimeout as delay } from 'node:timers/promises'
import { type Capture, type CaptureRequest, captureSchema } from '../../contract/capture.ts'
import { isFinal } from '../../contract/capture-state.ts'
import { isProblem, type Problem } from '../../errors.ts'
import type { Dashboard } from './dashboard.ts'
import { escapeControls } from '../plain-text.ts'
import { createProgressDisplay } from '../progress.ts'
import type { CommandStreams } from '../streams.ts'
import { isOwnCapture } from '../shared-capture.ts'

/** The pause before a retry to reach the dashboard: the first, and up to what it doubles (backoff). */
const firstDashboardRetryMs = 500
const longestDashboardRetryMs = 5000

interface FollowCaptureOptions {
  readonly dashboard: Dashboard
  readonly stderr: CommandStreams['stderr']
  /** Cancels the capture where it is ours, else only stops following it. */
  readonly signal: AbortSignal
  readonly pollMs?: number
}

/** In ms: how often the command asks a dashboard how far a capture is. */
const followPollMs = 1000
/** How long a dashboard may take to answer that it cancels a capture: a timeout. */
const cancelWithinMs = 10_000
/** Limit of the retries: how long a dashboard may be unreachable, as in a restart. The capture goes on meanwhile. */
const longestUnreachableMs = 60_000

/**
 * Starts a capture and shows its progress until it ends. A request without an answer is sent again with the same key,
 * so one capture starts.
 *
 * Throws: the Problem the dashboard explains, Problem `dashboard-unreachable` when it stays away, `jvm-busy`.
 */
export async function captureAndFollow(request: CaptureRequest, following: FollowCaptureOptions): Promise<Capture> {
  const { dashboard, stderr, signal, pollMs = followPollMs } = following
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const start = () =>
    dashboard.call('/api/v1/captures', { method: 'POST', body: request, headers, answer: captureSchema })
  let capture = await retryTransient(start, signal)
  const ours = isOwnCapture(capture, request, { stderr })
  const path = `/api/v1/captures/${capture.id}` as const
  const progress = createProgressDisplay({ stderr })
  using _ = { [Symbol.dispose]: () => progress.end() }
  const tellAway = ({ message }: Problem): void => {
    progress.end()
    stderr.write(
      `${escapeControls(message)} The capture may go on there, and its profile is kept there: ${dashboard.url}/captures/${capture.id}\nWaiting up to ${longestUnreachableMs / 1000} s for it.\n`,
    )
  }
  while (!isFinal(capture.state)) {
    progress.show(capture)
    if (signal.aborted) return ours ? cancel(dashboard, capture.id) : capture
    await delay(pollMs, undefined, { signal }).catch(() => undefined) // fails only when aborted, which is seen above
    const ask = () => dashboard.call(path, { answer: captureSchema })
    if (!signal.aborted) capture = await retryTransient(ask, signal, tellAway)
  }
  return capture
}

function cancel(dashboard: Dashboard, id: string): Promise<Capture> {
  const signal = AbortSignal.timeout(cancelWithinMs)
  return dashboard.call(`/api/v1/captures/${id}/cancel`, { method: 'POST', answer: captureSchema, signal })
}

/** Calls `ask` again, up to `longestUnreachableMs`, while the network fails or the dashboard is busy. */
async function retryTransient<Value>(
  ask: () => Promise<Value>,
  signal: AbortSignal,
  onAway: (problem: Problem) => void = () => undefined,
): Promise<Value> {
  const since = performance.now()
  let isAway = false
  for (let waitMs = firstDashboardRetryMs; ; waitMs = Math.min(waitMs * 2, longestDashboardRetryMs)) {
    try {
      return await ask()
    } catch (error) {
      const isPassing = isProblem(error) && ['dashboard-unreachable', 'too-many-requests'].includes(error.code)
      if (!isPassing || signal.aborted || performance.now() - since > longestUnreachableMs) throw error
      if (!isAway && error.code === 'dashboard-unreachable') onAway(error)
      isAway = true
    }
    await delay(waitMs, undefined, { signal }).catch(() => undefined) // then the next failure is thrown
  }
}
