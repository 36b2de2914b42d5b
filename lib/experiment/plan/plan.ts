/** What an experiment runs, in which order, and how long that takes. */
import { type ExperimentText, warmUpSeconds } from '../file/experiment-schema.ts'
import { createRandom } from '../../profile/statistics/random.ts'

export interface PlannedRun {
  /** From 1, in the order of the runs. */
  readonly number: number
  /** Number of the configuration, from 1. */
  readonly configuration: number
  /** From 1. */
  readonly repetition: number
}

export interface RunPlan {
  readonly runs: readonly PlannedRun[]
  readonly seconds: {
    /** How long the load of one run lasts; warm-up and capture are within it. */
    readonly load: number
    /** How long the containers of a run may take until they are ready. */
    readonly ready: number
    /**
     * All runs: `least` with the load alone, `most` where each takes `ready` to start. The time to build images is not
     * known, and in neither.
     */
    readonly least: number
    readonly most: number
    /** The longest warm-up of a run, and its capture; the rest of its load is the margin between the two. */
    readonly warmUp: number
    readonly capture: number
  }
}

/**
 * Plans the order of the runs. Each repetition runs every configuration once, in an order of its own: a drift of the
 * machine hits all configurations alike. The same seed gives the same order.
 */
export function createPlan(
  { repetitions, seed, load, ready, capture, warm_up }: ExperimentText,
  configurations: number,
): RunPlan {
  const random = createRandom(seed)
  const numbers = Array.from({ length: configurations }, (_, at) => at + 1)
  const runs = Array.from({ length: repetitions }, (_, at) => at + 1).flatMap((repetition) =>
    shuffle(numbers, random).map((configuration) => ({ configuration, repetition })),
  )
  return {
    runs: runs.map((run, at) => ({ number: at + 1, ...run })),
    seconds: {
      load: load.seconds,
      ready: ready.seconds,
      least: runs.length * load.seconds,
      most: runs.length * (load.seconds + ready.seconds),
      warmUp: warmUpSeconds(warm_up),
      capture: capture.seconds,
    },
  }
}

/** Gives the numbers in a random order, each of which is equally likely (the shuffle of Fisher and Yates). */
function shuffle(numbers: readonly number[], random: () => number): number[] {
  const shuffled = [...numbers]
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!]
  }
  return shuffled
}
