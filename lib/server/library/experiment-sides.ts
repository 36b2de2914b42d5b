/** Two configurations as two profiles for the viewer, each of all runs of its side. */
import { formatValues } from '../../contract/describe-effects.ts'
import type { ComparedRuns } from '../../contract/experiment-sides.ts'
import type { Experiment } from '../../contract/experiments.ts'
import type { ProfileSummary } from '../../contract/profile.ts'
import { Problem } from '../../errors.ts'
import { minWindows } from '../../profile/compare/significance/significance.ts'
import { createMutex } from '../../store/mutex.ts'
import type { StoredBytes } from '../../store/library/profiles.ts'
import type { Store } from '../../store/store.ts'
import { existing } from '../existing.ts'
import { runThreadTask } from '../profiles/profile-thread.ts'
import type { StoredRun } from '../profiles/read-run-changes.ts'
import { readStored } from '../profiles/read-stored.ts'
import { type Chosen, chooseRuns, type Sides } from './experiment-functions.ts'

type PackedBytes = Pick<StoredBytes, 'stream' | 'bytes'>
type Pair = readonly [before: number, after: number]

export function createRunSides({ profiles }: Pick<Store, 'profiles'>) {
  // It holds the profiles of all runs of a side.
  const runExclusive = createMutex()

  async function choose({ configurations, runs }: Experiment, pair: Pair) {
    const isKnown = pair.every((number) => configurations.some((one) => one.number === number))
    if (!isKnown || pair[0] === pair[1]) throw new Problem('not-found', { what: 'pair of configurations' })
    const { strata, leftOut } = await chooseRuns(runs, [pair], async (id) => (await profiles.find(id))?.bytes)
    const [sides] = strata
    if (sides === undefined) throw new Problem('not-found', { what: 'CPU profile of both configurations' })
    return { sides, leftOut }
  }

  async function summarise(experiment: Experiment, number: number, chosen: readonly Chosen[]): Promise<ProfileSummary> {
    const first = existing(await profiles.find(chosen[0]!.profileId), 'profile')
    const values = formatValues(experiment.configurations.find((one) => one.number === number)?.values ?? {})
    const meanMs = chosen.reduce((sum, { cost }) => sum + cost, 0) / chosen.length
    return {
      ...first,
      name: `${experiment.name} ${number}${values === '' ? '' : ` (${values})`}`,
      // Nothing that is of the first run alone, and not of the others.
      ...{ host: null, containerName: null, containerId: null, image: null, imageDigest: null, captureId: null },
      ...{ labels: [], note: '', hotMethod: null, partial: null, warnings: 0, javaNamed: null, durationMs: null },
      ...{ unit: 'nanoseconds', total: meanMs * 1e6, createdAt: experiment.startedAt },
    }
  }

  async function merge(chosen: readonly Chosen[]): Promise<PackedBytes> {
    const runs: StoredRun[] = []
    for (const { run, profileId, cost } of chosen) {
      const gzipped = existing(await readStored(profiles, profileId), `profile of run ${run.number}`)
      runs.push({ run: run.number, gzipped, cost })
    }
    const { gzipped } = await runThreadTask({ type: 'merge-runs', runs })
    return { bytes: gzipped.byteLength, stream: new Blob([gzipped]).stream() }
  }

  return {
    /** Throws: Problem `not-found` where one has no run with a CPU profile. */
    async describe(experiment: Experiment, pair: Pair): Promise<ComparedRuns> {
      const { sides, leftOut } = await choose(experiment, pair)
      const sideOf = async (key: keyof Sides, number: number) => ({
        profile: await summarise(experiment, number, sides[key]),
        runs: sides[key].length,
      })
      const both = { before: await sideOf('before', pair[0]), after: await sideOf('after', pair[1]) }
      return { ...both, leftOut: leftOut.length, leastRuns: minWindows }
    },
    /** Of one side, encoded and packed. Throws: as `describe`; Problem `unreadable-profile`, `not-mergeable`. */
    async open(experiment: Experiment, pair: Pair, side: keyof Sides): Promise<PackedBytes> {
      const { sides } = await choose(experiment, pair)
      return runExclusive(() => merge(sides[side]))
    },
  }
}
