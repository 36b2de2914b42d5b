/** When the program of a Job or an ephemeral container ends, and why. */
import type { PodWay } from '../../contract/pod-ways.ts'
import { Problem } from '../../errors.ts'
import type { DialState } from '../dial-out.ts'

/** How long the dashboard may be away before the program ends: one that was restarted is back by then. */
const longestAwayMs = 120_000

/** How long the program waits, when its capture is over, for the dashboard to close the connection. */
const longestGoodbyeMs = 15_000

interface EndOptions {
  readonly way: PodWay
  /** Address of the dashboard. */
  readonly url: string
  /** There is no capture, only something to remove, and that is removed: to connect says so. */
  readonly isCleanUp: boolean
}

/** Creates what decides when the program ends. `ended` resolves to null where it has done its work. */
export function followEnd({ way, url, isCleanUp }: EndOptions) {
  const { promise: ended, resolve } = Promise.withResolvers<Problem | null>()
  let away: NodeJS.Timeout | undefined
  let goodbye: NodeJS.Timeout | undefined
  let isOver = false

  const endEarly = (reason: string) => resolve(new Problem('job-ended', { way, reason }))

  return {
    ended,
    endEarly,
    onState(state: DialState): void {
      if (isOver || (isCleanUp && state.state === 'connected')) resolve(null)
      else if (state.state === 'connected') {
        clearTimeout(away)
        away = undefined
      } else if (state.state === 'waiting')
        away ??= setTimeout(
          () => endEarly(`it could not reach the dashboard at ${url}: ${state.reason}`),
          longestAwayMs,
        )
      else endEarly('the dashboard does not know its token')
    },
    /** Its capture has failed, or the dashboard has what was recorded: it closes the connection when it knows. */
    onCaptureOver(): void {
      isOver = true
      goodbye = setTimeout(() => resolve(null), longestGoodbyeMs)
    },
    stop(): void {
      clearTimeout(away)
      clearTimeout(goodbye)
    },
  }
}
