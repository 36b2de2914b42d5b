/**
 * Experiments as pages and the API show them: the last report of each, with the profiles of its runs in the library.
 */
import type { FunctionChanges, FunctionsQuery } from '../../contract/experiment-functions.ts'
import type { SidesQuery } from '../../contract/experiment-sides.ts'
import { computeVariableEffects, listVariableChanges } from '../../contract/experiment-effects.ts'
import { describeExperiment, type ValueFunctions, writeMarkdown } from '../../contract/experiment-report.ts'
import { writeRunsCsv } from '../../contract/runs-csv.ts'
import type { Experiment, ExperimentFormat, ExperimentSummary, ReportedExperiment } from '../../contract/experiments.ts'
import type { LiveEvent } from '../../contract/live-events.ts'
import type { StoredExperiment } from '../../store/experiments.ts'
import type { Store } from '../../store/store.ts'
import { existing } from '../existing.ts'
import { isProblem } from '../../errors.ts'
import { writeExperimentHtml } from './experiment-html.ts'
import { createFunctionChanges } from './experiment-functions.ts'
import { createRunSides } from './experiment-sides.ts'
import { labelRuns } from './label-runs.ts'

/** Functions that the report of an experiment lists for a value of a variable. */
const mostReportedFunctions = 30

interface ExperimentParts {
  readonly store: Pick<Store, 'experiments' | 'profiles'>
  readonly publish: (event: LiveEvent) => void
}

/** Experiments that are listed, the newest; older ones are left out. */
const longestList = 500
/** Values of variables whose packages and functions are in a report. */
const mostReported = 20

export function createExperiments({ store: { experiments, profiles }, publish }: ExperimentParts) {
  async function withProfiles({ runs, ...rest }: StoredExperiment): Promise<Experiment> {
    const withTheirs = runs.map(async (run) => {
      const captured = run.captureId === null ? [] : await profiles.listByCapture(run.captureId)
      return { ...run, profiles: captured.map(({ id, event }) => ({ event, profileId: id })) }
    })
    return { ...rest, runs: await Promise.all(withTheirs) }
  }
  const findFunctionChanges = createFunctionChanges({ profiles })
  const sides = createRunSides({ profiles })

  /** Lists functions for each value of a variable that some configuration has in place of its first. */
  async function listFunctions(experiment: Experiment): Promise<ValueFunctions[]> {
    // Functions are compared by their CPU time alone.
    if (!experiment.runs.some((run) => run.profiles.some(({ event }) => event === 'cpu'))) return []
    const paired = listVariableChanges(experiment.configurations).filter(({ pairs }) => pairs.length > 0)
    const all: ValueFunctions[] = []
    for (const { variable, from, to } of paired.slice(0, mostReported)) {
      const value = { variable, from, to }
      try {
        all.push({
          ...value,
          changes: await findFunctionChanges(experiment, { ...value, limit: mostReportedFunctions }),
          problem: null,
        })
      } catch (error) {
        if (!isProblem(error)) throw error
        all.push({ ...value, changes: null, problem: error.message })
      }
    }
    return all
  }
  async function writeExperiment(experiment: Experiment, format: ExperimentFormat): Promise<string> {
    if (format === 'csv') return writeRunsCsv(experiment)
    const functions = await listFunctions(experiment)
    if (format === 'json')
      return `${JSON.stringify({ ...experiment, effects: computeVariableEffects(experiment), functions }, null, 2)}\n`
    const parts = describeExperiment(experiment, functions)
    return format === 'markdown' ? writeMarkdown(parts) : writeExperimentHtml(experiment, parts, profiles)
  }

  return {
    /** Newest first. */
    list: (): Promise<ExperimentSummary[]> => experiments.list(longestList),
    /** Lists experiments of the same name and service, newest first. */
    async listOtherSeries({ id, name, service }: Experiment): Promise<ExperimentSummary[]> {
      const all = await experiments.list(longestList)
      return all.filter((one) => one.id !== id && one.name === name && one.service === service)
    },
    /** null where there is none. */
    async find(id: string): Promise<Experiment | null> {
      const stored = await experiments.find(id)
      return stored && withProfiles(stored)
    },
    /** Compares functions between runs. Throws: Problem `not-found`, `invalid-request`, `not-mergeable`. */
    async functions(id: string, query: FunctionsQuery): Promise<FunctionChanges> {
      const stored = existing(await experiments.find(id), 'experiment')
      return findFunctionChanges(await withProfiles(stored), query)
    },
    /** Two configurations, each of all its runs. Throws: Problem `not-found`. */
    describeSides: (experiment: Experiment, before: number, after: number) =>
      sides.describe(experiment, [before, after]),
    /** One of the two as a profile. Throws: Problem `not-found`, `unreadable-profile`, `not-mergeable`. */
    async openSide(id: string, { before, after }: SidesQuery, side: 'before' | 'after') {
      return sides.open(await withProfiles(existing(await experiments.find(id), 'experiment')), [before, after], side)
    },
    /** Writes an experiment as the text of a file. `name` is that of the experiment. Throws: Problem `not-found`. */
    async export(id: string, format: ExperimentFormat): Promise<{ name: string; text: string }> {
      const experiment = await withProfiles(existing(await experiments.find(id), 'experiment'))
      return { name: experiment.name, text: await writeExperiment(experiment, format) }
    },
    /** Stores a report, which has all that is known so far, in place of the one before. */
    async report(id: string, report: ReportedExperiment, person: string): Promise<Experiment> {
      const before = await experiments.find(id)
      const stored = await experiments.save(id, report, person, Date.now())
      // The last run of the report before may have been under way: it is labelled again, earlier ones are not.
      await labelRuns(report, before?.runs.length ?? 0, profiles)
      publish({ type: 'library' })
      return withProfiles(stored)
    },
    /** Removes an experiment, whose profiles stay. Throws: Problem `not-found`. */
    async remove(id: string): Promise<void> {
      existing(await experiments.remove(id), 'experiment')
      publish({ type: 'library' })
    },
  }
}
