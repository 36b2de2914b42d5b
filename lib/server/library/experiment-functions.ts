/** Finds what a variable, or one configuration against another, changes in packages and functions. */
import { LRUCache } from 'lru-cache'
import type { FunctionChanges, FunctionsQuery } from '../../contract/experiment-functions.ts'
import { matchPairs } from '../../contract/experiment-effects.ts'
import type { Experiment } from '../../contract/experiments.ts'
import { Problem } from '../../errors.ts'
import { createMutex } from '../../store/mutex.ts'
import type { Store } from '../../store/store.ts'
import { runThreadTask } from '../profiles/profile-thread.ts'
import { readStored } from '../profiles/read-stored.ts'
import type { ReadRunChanges, StoredRun, StoredStratum } from '../profiles/read-run-changes.ts'
import { type Chosen, chooseRuns, type Sides } from './choose-runs.ts'

/** Answers in the cache in memory; a page asks for each variable again when it is loaded. */
const mostAnswers = 100
/** Functions that are named as explained by one change; the others are counted. */
const mostExplained = 10

type LeftOut = FunctionChanges['leftOut']

interface FunctionsAnswer {
  readonly changes: ReadRunChanges['changes']
  /** Runs that were chosen and could not be read. */
  readonly leftOut: LeftOut
}

/** Makes the function that compares functions between runs. It keeps the last answers in memory, for all callers. */
export function createFunctionChanges({ profiles }: Pick<Store, 'profiles'>) {
  const answers = new LRUCache<string, Promise<FunctionsAnswer>>({ max: mostAnswers })
  // One thread for all who ask: it holds the profiles of all runs.
  const runExclusive = createMutex()

  async function readStrata(strata: readonly Sides[]): Promise<FunctionsAnswer> {
    // Deleted since they were chosen.
    const deleted = new Set<number>()
    const open = async ({ run, profileId, cost }: Chosen): Promise<StoredRun[]> => {
      const gzipped = await readStored(profiles, profileId)
      if (gzipped) return [{ run: run.number, gzipped, cost }]
      deleted.add(run.number)
      return []
    }
    const openAll = async (some: readonly Chosen[]) => (await Promise.all(some.map(open))).flat()
    const opened = strata.map(async ({ before, after }): Promise<StoredStratum> => ({
      before: await openAll(before),
      after: await openAll(after),
    }))
    const { result } = await runThreadTask({ type: 'run-changes', strata: await Promise.all(opened) })
    const omit = (runs: Iterable<number>, reason: LeftOut[number]['reason']) =>
      Array.from(runs, (run) => ({ run, reason }))
    return {
      changes: result.changes,
      leftOut: [...omit(deleted, 'deleted'), ...omit(new Set(result.unreadable), 'unreadable')],
    }
  }

  function read(strata: readonly Sides[]): Promise<FunctionsAnswer> {
    const keyOf = (some: readonly Chosen[]) => some.map(({ profileId, cost }) => [profileId, cost])
    const key = JSON.stringify(strata.map(({ before, after }) => [keyOf(before), keyOf(after)]))
    const cached = answers.get(key)
    if (cached) return cached
    const answer = runExclusive(() => readStrata(strata))
    answers.set(key, answer)
    // A failure may be over when it is asked again.
    answer.catch(() => answers.delete(key))
    return answer
  }

  /** Compares functions between runs. Throws: Problem `invalid-request`, `not-found`, `not-mergeable`. */
  return async (experiment: Experiment, query: FunctionsQuery): Promise<FunctionChanges> => {
    const pairs = selectPairs(experiment, query)
    const { strata, leftOut } = await chooseRuns(experiment.runs, pairs, (id) => profiles.find(id))
    const answer = strata.length > 0 ? await read(strata) : { changes: null, leftOut: [] }
    const { changes } = answer
    const unread = new Set(answer.leftOut.map(({ run }) => run))
    const countRuns = (side: 'before' | 'after') =>
      strata.flatMap((stratum) => stratum[side]).filter(({ run }) => !unread.has(run.number)).length
    return {
      pairs,
      runs: { before: countRuns('before'), after: countRuns('after') },
      leftOut: [...leftOut, ...answer.leftOut],
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

/**
 * Gives pairs of numbers of configurations, before and after: all that differ in one variable alone, or the one that is
 * asked for. Throws: Problem `not-found`, `invalid-request`.
 */
function selectPairs({ configurations }: Experiment, query: FunctionsQuery): [number, number][] {
  const { variable, from, to, before, after } = query
  if (variable !== undefined && from !== undefined && to !== undefined && from !== to) {
    const pairs = matchPairs(configurations, variable, from, to)
    if (pairs.length === 0) throw new Problem('not-found', { what: 'two configurations that differ in this alone' })
    return pairs
  }
  if (before === undefined || after === undefined || before === after)
    throw new Problem('invalid-request', {
      what: 'name variable and two of its values, from and to, or two configurations, before and after',
    })
  for (const number of [before, after])
    if (!configurations.some((one) => one.number === number)) throw new Problem('not-found', { what: 'configuration' })
  return [[before, after]]
}
