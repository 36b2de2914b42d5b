/** What a variable, or one configuration against another, changes in packages and functions. */
import type { FunctionChanges, FunctionOmission, FunctionsQuery } from '../../contract/experiment-functions.ts'
import { matchPairs } from '../../contract/experiment-effects.ts'
import type { Experiment } from '../../contract/experiments.ts'
import { measureRun, selectWhole } from '../../contract/summarise-runs.ts'
import { Problem } from '../../errors.ts'
import { createMutex } from '../../store/mutex.ts'
import type { Store } from '../../store/store.ts'
import { runThreadTask } from '../profiles/profile-thread.ts'
import { readStored } from '../profiles/read-stored.ts'
import type { ReadRunChanges, StoredRun, StoredStratum } from '../profiles/read-run-changes.ts'

/** What one question reads at most: some seconds of a thread, and its memory. */
const mostRuns = 60
const mostBytes = 64 * 2 ** 20
/** Answers in memory; a page asks for each variable again when it is loaded. */
const mostAnswers = 100
const mostExplained = 10

type Run = Experiment['runs'][number]
export interface Chosen {
  readonly run: Run
  readonly profileId: string
  readonly cost: number
}

export function createFunctionChanges({ profiles }: Pick<Store, 'profiles'>) {
  // The least recently used first.
  const known = new Map<string, Promise<ReadRunChanges>>()
  // One thread for all who ask: it holds the profiles of all runs.
  const runExclusive = createMutex()

  async function readStrata(strata: readonly Sides[]): Promise<ReadRunChanges> {
    const gone: number[] = []
    const open = async ({ run, profileId, cost }: Chosen): Promise<StoredRun[]> => {
      const gzipped = await readStored(profiles, profileId)
      if (gzipped) return [{ run: run.number, gzipped, cost }]
      gone.push(run.number)
      return []
    }
    const openAll = async (some: readonly Chosen[]) => (await Promise.all(some.map(open))).flat()
    const opened = strata.map(async ({ before, after }): Promise<StoredStratum> => ({
      ...{ before: await openAll(before), after: await openAll(after) },
    }))
    const { changes, unreadable } = (await runThreadTask({ type: 'run-changes', strata: await Promise.all(opened) }))
      .result
    return { changes, unreadable: [...gone, ...unreadable] }
  }

  function read(strata: readonly Sides[]): Promise<ReadRunChanges> {
    const keyOf = (some: readonly Chosen[]) => some.map(({ profileId, cost }) => [profileId, cost])
    const key = JSON.stringify(strata.map(({ before, after }) => [keyOf(before), keyOf(after)]))
    const answer = known.get(key) ?? runExclusive(() => readStrata(strata))
    known.delete(key)
    known.set(key, answer)
    // A failure may be over when it is asked again.
    answer.catch(() => known.delete(key))
    for (const oldest of known.keys()) {
      if (known.size <= mostAnswers) break
      known.delete(oldest)
    }
    return answer
  }

  /** Throws: Problem `invalid-request`, `not-found`, `not-mergeable`. */
  return async (experiment: Experiment, query: FunctionsQuery): Promise<FunctionChanges> => {
    const pairs = selectPairs(experiment, query)
    const { strata, leftOut } = await chooseRuns(experiment.runs, pairs, async (id) => (await profiles.find(id))?.bytes)
    const { changes, unreadable } = strata.length > 0 ? await read(strata) : { changes: null, unreadable: [] }
    const isRead = ({ run }: Chosen) => !unreadable.includes(run.number)
    const countRuns = (side: 'before' | 'after') => strata.flatMap((stratum) => stratum[side]).filter(isRead).length
    return {
      pairs,
      runs: { before: countRuns('before'), after: countRuns('after') },
      leftOut: [...leftOut, ...unreadable.map((run) => ({ run, reason: 'unreadable' as const }))],
      result: changes && {
        ...changes,
        notes: [...changes.notes],
        changes: changes.changes.slice(0, query.limit).map(({ explains, ...change }) => ({
          ...change,
          explains: { count: explains.length, names: explains.slice(0, mostExplained) },
        })),
        more: Math.max(0, changes.changes.length - query.limit),
      },
    }
  }
}

function selectPairs({ configurations }: Experiment, query: FunctionsQuery): [number, number][] {
  const { variable, from, to, before, after } = query
  if (variable !== undefined && from !== undefined && to !== undefined) {
    const pairs = matchPairs(configurations, variable, from, to)
    if (pairs.length === 0) throw new Problem('not-found', { what: 'two configurations that differ in this alone' })
    return pairs
  }
  if (before === undefined || after === undefined || before === after)
    throw new Problem('invalid-request', {
      what: 'name variable, from and to, or two configurations, before and after',
    })
  for (const number of [before, after])
    if (!configurations.some((one) => one.number === number)) throw new Problem('not-found', { what: 'configuration' })
  return [[before, after]]
}

export interface Sides {
  readonly before: readonly Chosen[]
  readonly after: readonly Chosen[]
}

/** Those of both sides, as many of each configuration; and why others without a mark are not among them. */
export async function chooseRuns(
  runs: readonly Run[],
  pairs: readonly (readonly [number, number])[],
  sizeOf: (profileId: string) => Promise<number | undefined>,
): Promise<{ strata: Sides[]; leftOut: FunctionChanges['leftOut'] }> {
  const leftOut: FunctionChanges['leftOut'] = []
  const omit = ({ number }: Run, reason: FunctionOmission): [] => {
    leftOut.push({ run: number, reason })
    return []
  }
  const configurations = new Set(pairs.flat())
  const most = Math.max(1, Math.floor(mostRuns / configurations.size))
  const usable = selectWhole(runs)
    .filter(({ configuration }) => configurations.has(configuration))
    .flatMap((run): Chosen[] => {
      const profile = run.profiles.find(({ event }) => event === 'cpu')
      const cost = measureRun(run, 'cpuMs')
      if (profile === undefined) return omit(run, run.captureId === null ? 'no-profile' : 'deleted')
      return cost === null ? omit(run, 'no-cpu-time') : [{ run, profileId: profile.profileId, cost }]
    })
  const byConfiguration = Map.groupBy(usable, ({ run }) => run.configuration)
  const kept = new Set<Chosen>()
  let bytes = 0
  // The first of each configuration, then the second: where there are too many, all have lost as many.
  for (let at = 0; at < Math.max(0, ...[...byConfiguration.values()].map(({ length }) => length)); at++) {
    for (const some of byConfiguration.values()) {
      const one = some[at]
      if (one === undefined) continue
      bytes += (await sizeOf(one.profileId)) ?? 0
      if (at < most && bytes <= mostBytes) kept.add(one)
      else omit(one.run, 'too-many')
    }
  }
  const sideOf = (number: number) => (byConfiguration.get(number) ?? []).filter((one) => kept.has(one))
  const strata = pairs.map(([before, after]) => ({ before: sideOf(before), after: sideOf(after) }))
  return { strata: strata.filter(({ before, after }) => before.length > 0 && after.length > 0), leftOut }
}
