/** Experiments as pages and the API show them: what was reported, with the profiles that the library has of each run. */
import type { FunctionChanges, FunctionsQuery } from '../../contract/experiment-functions.ts'
import type { Experiment, ExperimentSummary, ReportedExperiment } from '../../contract/experiments.ts'
import type { LiveEvent } from '../../contract/live-events.ts'
import type { StoredExperiment } from '../../store/experiments.ts'
import type { Store } from '../../store/store.ts'
import { existing } from '../existing.ts'
import { createFunctionChanges } from './experiment-functions.ts'

interface ExperimentParts {
  readonly store: Pick<Store, 'experiments' | 'profiles'>
  readonly publish: (event: LiveEvent) => void
}

const longestList = 500

export function createExperiments({ store: { experiments, profiles }, publish }: ExperimentParts) {
  async function withProfiles({ runs, ...rest }: StoredExperiment): Promise<Experiment> {
    const found = runs.map(async (run) => {
      const captured = run.captureId === null ? [] : await profiles.listByCapture(run.captureId)
      return { ...run, profiles: captured.map(({ id, event }) => ({ event, profileId: id })) }
    })
    return { ...rest, runs: await Promise.all(found) }
  }
  const findFunctionChanges = createFunctionChanges({ profiles })
  return {
    /** Newest first. */
    list: (): Promise<ExperimentSummary[]> => experiments.list(longestList),
    /** null where there is none. */
    async find(id: string): Promise<Experiment | null> {
      const stored = await experiments.find(id)
      return stored && withProfiles(stored)
    },
    /** Throws: Problem `not-found`, `invalid-request`, `not-mergeable`. */
    async functions(id: string, query: FunctionsQuery): Promise<FunctionChanges> {
      const stored = existing(await experiments.find(id), 'experiment')
      return findFunctionChanges(await withProfiles(stored), query)
    },
    /** All that is known of it so far, in place of what was reported before. */
    async report(id: string, report: ReportedExperiment, person: string): Promise<Experiment> {
      const stored = await experiments.save(id, report, person, Date.now())
      publish({ type: 'library' })
      return withProfiles(stored)
    },
    /** Its profiles stay. Throws: Problem `not-found`. */
    async remove(id: string): Promise<void> {
      existing(await experiments.remove(id), 'experiment')
      publish({ type: 'library' })
    },
  }
}
