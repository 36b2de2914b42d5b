/**
 * How long an experiment still takes, from the runs that have ended; and after how long without a report it is broken
 * off.
 */
import type { ExperimentRun, RunPhase } from '../../contract/experiments.ts'
import { type ExperimentText, warmUpSeconds } from '../file/experiment-schema.ts'

/** How long a run takes besides its load, as long as no run has ended. */
const usualStartMs = 15_000

interface RunUnderWay {
  /** Unix ms. */
  readonly startedAt: number
  /** Unix ms; null before the load. */
  readonly loadAt: number | null
  /** How many runs come after it. */
  readonly toCome: number
}

/** ms from `now` until the last run ends. A run takes the median of those that had their whole load. */
export function estimateMsLeft(
  { startedAt, loadAt, toCome }: RunUnderWay,
  { load }: Pick<ExperimentText, 'load'>,
  ended: readonly Pick<ExperimentRun, 'times'>[],
  now: number,
): number {
  const loadMs = load.seconds * 1000
  const taken = ended.flatMap(({ times }) =>
    times.startedAt === null || times.loadEndedAt === null ? [] : [times.loadEndedAt - times.startedAt],
  )
  const sorted = taken.filter((ms) => ms >= loadMs).sort((a, b) => a - b)
  const usualMs = sorted[sorted.length >> 1] ?? loadMs + usualStartMs
  const restOfLoadMs = loadAt === null ? loadMs : Math.max(0, loadAt + loadMs - now)
  return Math.max(restOfLoadMs, startedAt + usualMs - now) + toCome * usualMs
}

/**
 * ms after which a phase (null between runs) without a report is no longer under way: the longest that it may take, and
 * a margin.
 */
export function longestPhaseMs(
  phase: RunPhase | null,
  { ready, load, warm_up, capture }: Pick<ExperimentText, 'ready' | 'load' | 'warm_up' | 'capture'>,
): number {
  const seconds = {
    // `starting` may build images, `load` includes the warm-up, and `ending` waits for the rest of the load.
    ...{ images: upSeconds, starting: upSeconds, waiting: ready.seconds },
    ...{ load: loadMarginSeconds + warmUpSeconds(warm_up), profiling: loadMarginSeconds + capture.seconds },
    ending: loadMarginSeconds + load.seconds,
  }
  return ((phase === null ? 0 : seconds[phase]) + marginSeconds) * 1000
}

/** Timeout of `docker compose up` and of building images. */
export const upSeconds = 3600
/** How long a load may take over its time: its program has to start and to write its results. */
export const loadMarginSeconds = 120
/** Added to each phase, for removing the run before it and for a busy machine. */
const marginSeconds = 120
