/** The warm-up of a run: the time between the first request and the profile. */
import { setTimeout as delay } from 'node:timers/promises'
import { isProblem } from '../../../errors.ts'
import type { ExperimentText, SteadyText } from '../../../experiment/file/experiment-schema.ts'
import { createSteadiness, type Steadiness } from '../../../experiment/load/steadiness.ts'
import type { RunDraft } from './run-context.ts'
import type { RunningLoad } from './start-load.ts'

/** Waits until it is over, or the load is. Marks a run that was not steady. Throws: the reason of `signal`. */
export async function warmUp(
  { times, marks }: RunDraft,
  { seconds = 0, until_steady: steady }: ExperimentText['warm_up'],
  load: RunningLoad,
  signal: AbortSignal,
): Promise<void> {
  if (steady === undefined) {
    await Promise.race([load.ended, delay(seconds * 1000, undefined, { signal, ref: false })])
    return
  }
  const reason = await waitUntilSteady(steady, load, signal)
  signal.throwIfAborted()
  if (reason !== null && times.loadEndedAt === null) marks.push({ mark: 'not-steady', reason })
}

/** Why it was not steady; null where it was. */
async function waitUntilSteady(steady: SteadyText, load: RunningLoad, signal: AbortSignal): Promise<string | null> {
  const steadiness = createSteadiness(steady)
  const over = new AbortController()
  const stop = AbortSignal.any([signal, over.signal, AbortSignal.timeout(steady.at_most_seconds * 1000)])
  void load.ended.then(() => over.abort())
  let requests = 0
  try {
    await load.follow(({ startMs, elapsedMs, isTransaction = false }) => {
      if (isTransaction || steadiness.isSteady) return
      requests++
      steadiness.add(startMs + elapsedMs)
      if (steadiness.isSteady) over.abort()
    }, stop)
  } catch (error) {
    // It is left off in the middle of a line; what else is wrong with it the whole of it says, at the end.
    if (!isProblem(error)) throw error
  }
  return steadiness.isSteady ? null : describeUnsteady(steady, requests, steadiness)
}

function describeUnsteady(
  { within_percent, for_seconds, at_most_seconds }: SteadyText,
  requests: number,
  { perSecond }: Steadiness,
): string {
  if (requests === 0)
    return `no request was reported in the first ${at_most_seconds} s, and results must be written while the load runs`
  const rates = perSecond === null ? '' : `: at last ${perSecond.map((rate) => rate.toFixed(1)).join(', ')} requests/s`
  return `throughput did not keep within ${within_percent}% for ${for_seconds} s in the first ${at_most_seconds} s${rates}`
}
