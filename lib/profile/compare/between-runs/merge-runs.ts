/** All runs of one configuration as one profile, for the viewer. */
import { createProfileMerger } from '../../merge/merge-profiles.ts'
import type { Profile } from '../../model/profile.ts'
import type { ProfiledRun } from './weigh-runs.ts'

export interface NumberedRun extends ProfiledRun {
  readonly number: number
}

const nanosecondsPerMs = 1e6

/**
 * Its weights are nanoseconds of CPU time for each request; their sum is the mean cost of the runs. Each run is a
 * thread, `Run 3`, so that differences between runs are kept; samples have no times.
 *
 * Throws: Problem `not-mergeable` for no run, for profiles of several events, and for more samples than can be held.
 */
export function mergeRuns(runs: readonly NumberedRun[]): Profile {
  const merger = createProfileMerger()
  for (const { number, profile, cost } of runs) {
    const name = `Run ${number}`
    merger.add(toRun(profile, name, (cost * nanosecondsPerMs) / runs.length), name)
  }
  const { provenance, ...merged } = merger.finish()
  // How long and how often was recorded is in no weight any more.
  const none = { durationMs: null, frequencyHz: null, startedAt: null, marks: [], overhead: null }
  return { ...merged, provenance: { ...provenance, ...none, areThreadsRuns: true } }
}

/** Gives the profile with one thread, and weights whose sum is `sum`. In a run without samples no stack has it. */
function toRun({ lines: _, ...profile }: Profile, name: string, sum: number): Profile {
  const all = profile.samples.weight.reduce((total, weight) => total + weight, 0)
  const { stack, weight } = all > 0 ? profile.samples : { stack: Int32Array.of(-1), weight: Float64Array.of(1) }
  const { length } = stack
  const strings = [...profile.strings, name]
  return {
    ...profile,
    strings,
    unit: 'nanoseconds',
    threads: { length: 1, name: Uint32Array.of(strings.length - 1), hostTid: new Uint32Array(1) },
    samples: {
      ...{ length, stack, thread: new Uint32Array(length), time: new Float64Array(length).fill(Number.NaN) },
      weight: weight.map((one) => (one * sum) / (all || 1)),
    },
  }
}
