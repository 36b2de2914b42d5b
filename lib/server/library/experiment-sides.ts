/** Two configurations as two profiles for the viewer, each of all runs of its side. */
import { LRUCache } from 'lru-cache'
import { formatValue } from '../../contract/describe-effects.ts'
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
import { type Chosen, chooseRuns, type Sides } from './choose-runs.ts'

type PackedBytes = Pick<StoredBytes, 'stream' | 'bytes'>
type ConfigurationPair = readonly [before: number, after: number]

/** Bytes of the cache of merged profiles in memory: a page asks for both sides each time it is loaded. */
const mostMergedBytes = 32 * 2 ** 20

export function createRunSides({ profiles }: Pick<Store, 'profiles'>) {
  const merged = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: mostMergedBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
  })
  // It holds the profiles of all runs of a side.
  const runExclusive = createMutex()

  async function choose({ configurations, runs }: Experiment, pair: ConfigurationPair) {
    const isKnown = pair.every((number) => configurations.some((one) => one.number === number))
    if (!isKnown || pair[0] === pair[1]) throw new Problem('not-found', { what: 'pair of configurations' })
    const { strata, leftOut } = await chooseRuns(runs, [pair], (id) => profiles.find(id))
    const [sides] = strata
    if (sides === undefined && leftOut.some(({ reason }) => reason === 'other-engine'))
      throw new Problem('not-mergeable', {
        reason: 'the two were recorded by different engines, which see different frames',
        remedy: 'Name an engine under capture in experiment.yaml and run it again.',
      })
    if (sides === undefined) throw new Problem('not-found', { what: 'CPU profile of both configurations' })
    return { sides, leftOut }
  }

  /** Gives what the viewer shows of a side; `total` is ns of CPU time for each request, the mean of its runs. */
  async function summarise(
    experiment: Experiment,
    labels: readonly string[],
    chosen: readonly Chosen[],
  ): Promise<ProfileSummary> {
    const first = existing(await profiles.find(chosen[0]!.profileId), 'profile')
    const meanMs = chosen.reduce((sum, { cost }) => sum + cost, 0) / chosen.length
    return {
      ...first,
      name: experiment.name,
      // Nothing that is of the first run alone, and not of the others.
      ...{ host: null, containerName: null, containerId: null, image: null, imageDigest: null, captureId: null },
      ...{
        labels: [...labels],
        note: '',
        hotMethod: null,
        topMethod: null,
        partial: null,
        warnings: 0,
        javaNamed: null,
      },
      ...{
        durationMs: null,
        unit: 'nanoseconds',
        total: meanMs * 1e6,
        capturedAt: experiment.startedAt,
        createdAt: experiment.startedAt,
      },
    }
  }

  async function merge(chosen: readonly Chosen[]): Promise<Uint8Array<ArrayBuffer>> {
    const key = JSON.stringify(chosen.map(({ profileId, cost }) => [profileId, cost]))
    const cached = merged.get(key)
    if (cached) return cached
    const runs: StoredRun[] = []
    for (const { run, profileId, cost } of chosen) {
      const gzipped = existing(await readStored(profiles, profileId), `profile of run ${run.number}`)
      runs.push({ run: run.number, gzipped, cost })
    }
    const { gzipped } = await runThreadTask({ type: 'merge-runs', runs })
    merged.set(key, gzipped)
    return gzipped
  }

  return {
    /**
     * The name of both is the experiment's; their labels tell them apart.
     *
     * Throws: Problem `not-found` where one has no run with a CPU profile, `not-mergeable` where no engine recorded
     * both.
     */
    async describe(experiment: Experiment, pair: ConfigurationPair): Promise<ComparedRuns> {
      const { sides, leftOut } = await choose(experiment, pair)
      const [before, after] = labelConfigurations(experiment, pair)
      const sideOf = async (key: keyof Sides, labels: readonly string[]) => ({
        profile: await summarise(experiment, labels, sides[key]),
        runs: sides[key].length,
      })
      const both = { before: await sideOf('before', before), after: await sideOf('after', after) }
      // With fewer runs a side, how far runs differ is not known, and the viewer tests nothing.
      return { ...both, leftOut: leftOut.length, leastRuns: minWindows }
    },
    /**
     * Gives the profile of one side, encoded and packed. Throws: as `describe`; Problem `unreadable-profile`,
     * `not-mergeable`.
     */
    async open(experiment: Experiment, pair: ConfigurationPair, side: keyof Sides): Promise<PackedBytes> {
      const { sides } = await choose(experiment, pair)
      const gzipped = await runExclusive(() => merge(sides[side]))
      return { bytes: gzipped.byteLength, stream: new Blob([gzipped]).stream() }
    },
  }
}

/**
 * `mysql` where one variable alone differs, else `database=mysql`, `jdk=17`; with the number where both have the same
 * values, as a changed override file leaves them.
 */
function labelConfigurations({ configurations }: Experiment, pair: ConfigurationPair): [string[], string[]] {
  const [before, after] = pair.map((number) => configurations.find((one) => one.number === number)?.values ?? {})
  const names = [...new Set([...Object.keys(before!), ...Object.keys(after!)])]
  const differing = names.filter((name) => before![name] !== after![name])
  const labelsOf = (values: Readonly<Record<string, string>>, number: number) => [
    ...Object.entries(values).map(([name, value]) =>
      differing.length === 1 && differing[0] === name ? value : formatValue(name, value),
    ),
    ...(differing.some((name) => values[name] !== undefined) ? [] : [`configuration ${number}`]),
  ]
  return [labelsOf(before!, pair[0]), labelsOf(after!, pair[1])]
}
