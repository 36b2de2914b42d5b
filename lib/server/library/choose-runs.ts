/** Chooses the runs whose profiles are compared, for each pair of configurations. */
import type { FunctionChanges, FunctionOmission } from '../../contract/experiment-functions.ts'
import type { Experiment } from '../../contract/experiments.ts'
import type { ProfileSummary } from '../../contract/profile.ts'
import { measureRun, selectWhole } from '../../contract/summarise-runs.ts'
import { selectWithinBytes } from './select-within-bytes.ts'

/** Runs of an experiment whose profiles one request reads, as it takes seconds of a thread; others are left out. */
const mostProfiledRuns = 60
/** Packed bytes of those profiles, for the memory that they take; beyond it runs are left out, but two to compare. */
const mostRunBytes = 64 * 2 ** 20

type Run = Experiment['runs'][number]
export interface Chosen {
  readonly run: Run
  readonly profileId: string
  /** ms of CPU time for each request. */
  readonly cost: number
}

export interface Sides {
  readonly before: readonly Chosen[]
  readonly after: readonly Chosen[]
}

type StoredFacts = Pick<ProfileSummary, 'bytes' | 'engine'>
interface ListedRun extends Chosen, StoredFacts {}

/**
 * Gives for each pair the runs of both sides that one engine recorded, since another engine sees other frames of the
 * same program. `strata` has the pairs with runs on both sides. No configuration has more than its share of
 * `mostProfiledRuns`. `leftOut` has the reason for runs of compared configurations that were left out, but not for a
 * run that has a mark, nor for one that no other configuration has runs to compare with. `find` gives null for a lost
 * profile.
 */
export async function chooseRuns(
  runs: readonly Run[],
  pairs: readonly (readonly [number, number])[],
  find: (profileId: string) => Promise<StoredFacts | null>,
): Promise<{ strata: Sides[]; leftOut: FunctionChanges['leftOut'] }> {
  const reasons = new Map<number, FunctionOmission>()
  const configurations = new Set(pairs.flat())
  const most = Math.max(1, Math.floor(mostProfiledRuns / configurations.size))
  const usable: ListedRun[] = []
  for (const run of selectWhole(runs).filter(({ configuration }) => configurations.has(configuration))) {
    const profile = run.profiles.find(({ event }) => event === 'cpu')
    const cost = measureRun(run, 'cpuMs') // for each request; null where it was not measured
    const found = profile ? await find(profile.profileId) : null
    // `deleted`: or never stored, as of a capture of other events.
    if (found === null) reasons.set(run.number, run.captureId === null ? 'no-profile' : 'deleted')
    else if (cost === null) reasons.set(run.number, 'no-cpu-time')
    else usable.push({ run, profileId: profile!.profileId, cost, bytes: found.bytes, engine: found.engine })
  }
  const byConfiguration = Map.groupBy(usable, ({ run }) => run.configuration)
  const runsOf = (number: number) => byConfiguration.get(number) ?? []
  // One run of each configuration in turn, so that those of one do not use up the bytes of the others. A pair is first:
  // a run of each of its sides is read at any size, and so both are of one engine.
  const sidesOf = ([before, after]: readonly [number, number]) => selectEngine(runsOf(before), runsOf(after))
  const first = pairs.find((pair) => hasBoth(sidesOf(pair)))
  const engine = first ? sidesOf(first).before[0]!.engine : ''
  const isOther = (one: ListedRun) => Number(one.engine !== engine)
  const turn = [...new Set([...(first ?? []), ...byConfiguration.keys()])].map((number) =>
    runsOf(number).toSorted((one, other) => isOther(one) - isOther(other)),
  )
  const inTurn = Array.from({ length: most }, (_, at) => turn.flatMap((some) => some[at] ?? [])).flat()
  const read = new Set(selectWithinBytes(inTurn, { least: 2, most: inTurn.length, mostBytes: mostRunBytes }))
  for (const one of usable) if (!read.has(one)) reasons.set(one.run.number, 'too-many')
  const sideOf = (number: number) => runsOf(number).filter((one) => read.has(one))
  const strata = pairs.map(([before, after]) => selectEngine(sideOf(before), sideOf(after))).filter(hasBoth)
  const compared = new Set(strata.flatMap(({ before, after }) => [...before, ...after]))
  const hasOther = new Set(pairs.filter((pair) => pair.every((one) => sideOf(one).length > 0)).flat())
  for (const one of read)
    if (!compared.has(one) && hasOther.has(one.run.configuration)) reasons.set(one.run.number, 'other-engine')
  return { strata, leftOut: Array.from(reasons, ([run, reason]) => ({ run, reason })) }
}

function hasBoth({ before, after }: Sides): boolean {
  return before.length > 0 && after.length > 0
}

/** Gives runs of the engine of which the side with fewer has most; a side is empty where no engine recorded both. */
function selectEngine(
  before: readonly ListedRun[],
  after: readonly ListedRun[],
): { before: readonly ListedRun[]; after: readonly ListedRun[] } {
  const of = (side: readonly ListedRun[], engine: string) => side.filter((one) => one.engine === engine)
  const fewest = (engine: string) => Math.min(of(before, engine).length, of(after, engine).length)
  const engine = [...new Set(before.map((one) => one.engine))].sort((a, b) => fewest(b) - fewest(a))[0] ?? ''
  return { before: of(before, engine), after: of(after, engine) }
}
