/** Listens to the collector for as long as the program runs, also when the collector ends. */
import { setTimeout as delay } from 'node:timers/promises'
import type { WatchEvent } from '../../contract/live-events.ts'
import { isProblem, Problem } from '../../errors.ts'

interface FollowCollectorOptions {
  /** The collector's events: a snapshot at once, by which it is known to answer, then changes. */
  readonly watch: (signal: AbortSignal) => AsyncIterable<WatchEvent>
  readonly onEvent: (event: WatchEvent) => void
  /** The collector answers (null), or it does not, and why. Called on each change only. */
  readonly onProblem: (problem: Problem | null) => void
  /** Its address, for the text of the Problem. */
  readonly socket: string
  readonly firstWaitMs?: number
}

/** In ms: the pause before the first retry to follow a collector. */
const firstFollowWaitMs = 200
/** The pause before a retry to follow a collector that failed doubles up to this: the backoff. */
const longestFollowWaitMs = 5000

export function followCollector({
  watch,
  onEvent,
  onProblem,
  socket,
  firstWaitMs = firstFollowWaitMs,
}: FollowCollectorOptions) {
  const stopped = new AbortController()
  const { signal } = stopped

  /** The reason reported last, null for none; undefined before the first report. */
  let lastReason: string | null | undefined
  function reportState(reason: string | null, hasLeft = false): void {
    if (reason === lastReason) return
    lastReason = reason
    const facts = reason === null ? null : { socket, reason, ...(hasLeft && { hasLeft }) }
    onProblem(facts && new Problem('collector-unreachable', facts))
  }

  async function follow(): Promise<void> {
    let waitMs = firstWaitMs
    while (!signal.aborted) {
      let reason = 'it closed the connection'
      let hasLeft = false
      const connectedMs = performance.now()
      try {
        for await (const event of watch(signal)) {
          reportState(null)
          onEvent(event)
        }
      } catch (error) {
        if (signal.aborted) return
        if (isProblem(error)) {
          reason = 'reason' in error.facts ? error.facts.reason : error.message
          hasLeft = 'hasLeft' in error.facts
        } else {
          // A collector that sends nonsense is a bug, yet no reason to stop serving what is stored.
          console.error(error)
          reason = 'it sent something that is not understood'
        }
      }
      if (signal.aborted) return
      reportState(reason, hasLeft)
      // One that breaks off each time after its first events is not asked ever so often.
      if (performance.now() - connectedMs > longestFollowWaitMs) waitMs = firstWaitMs
      await delay(waitMs, undefined, { signal }).catch(() => {}) // the only way it fails is being stopped
      waitMs = Math.min(waitMs * 2, longestFollowWaitMs)
    }
  }

  const following = follow()
  return {
    async stop() {
      stopped.abort()
      await following
    },
  }
}
