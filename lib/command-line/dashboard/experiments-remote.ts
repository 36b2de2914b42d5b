/** `hearth experiment list`, and `results` with an id or a name: experiments that a dashboard has. */
import { z } from 'zod'
import { concludeEffects } from '../../contract/describe-effects.ts'
import { functionChangesSchema } from '../../contract/experiment-functions.ts'
import { describeExperiment, type ReportPart } from '../../contract/experiment-report.ts'
import {
  type ExperimentSummary,
  experimentSummarySchema,
  shownExperimentSchema,
  stateAt,
  type VariableEffect,
} from '../../contract/experiments.ts'
import { isIdBeginning } from '../../contract/ids.ts'
import { formatMoment } from '../../contract/profile-title.ts'
import { Problem } from '../../errors.ts'
import { formatCount } from '../../profile/format/units.ts'
import { listNear, nameFirst } from '../argument-problem.ts'
import { escapeControls, escapeControlsInLines, formatTableWithin, wrapText } from '../plain-text.ts'
import type { CommandStreams } from '../streams.ts'
import type { Dashboard } from './dashboard.ts'
import { explainShortId } from './profile-id.ts'

type Caller = Pick<Dashboard, 'call'>
type Output = Pick<CommandStreams, 'stdout' | 'stderr'>

const listSchema = z.object({ experiments: z.array(experimentSummarySchema) })
/** An experiment as its export in JSON has it. */
const exportedSchema = shownExperimentSchema.extend({
  functions: z.array(
    z.object({
      ...{ variable: z.string(), from: z.string(), to: z.string() },
      ...{ changes: functionChangesSchema.nullable(), problem: z.string().nullable() },
    }),
  ),
})
const listPath = '/api/v1/experiments'

/** What an experiment shows takes a request each. */
const mostListedExperiments = 20

/** Prints the experiments as a table, in the order of the API, newest first. Gives the exit code. Throws: Problem. */
export async function listExperiments(
  { json = false }: { readonly json?: boolean | undefined },
  dashboard: Caller,
  { stdout, stderr }: Output,
): Promise<number> {
  const answer = await dashboard.call(listPath, { answer: listSchema })
  const { experiments } = answer
  if (json) stdout.write(`${JSON.stringify(answer)}\n`)
  else if (experiments.length === 0) stdout.write('No experiment yet.\n')
  else {
    const rows: string[][] = []
    for (const summary of experiments.slice(0, mostListedExperiments)) rows.push(await rowOf(summary, dashboard))
    stdout.write(formatTableWithin([['ID', 'NAME', 'STARTED', 'RUNS', 'STATE', 'ANSWER'], ...rows], stdout.columns))
    if (experiments.length > mostListedExperiments)
      stderr.write(
        `${formatCount(mostListedExperiments)} of ${formatCount(experiments.length)} experiments; --json lists others.\n`,
      )
  }
  return 0
}

async function rowOf(summary: ExperimentSummary, dashboard: Caller): Promise<string[]> {
  const { id, name, startedAt, endedRuns, plannedRuns, markedRuns } = summary
  const { effects } = await dashboard.call(`${listPath}/${id}`, { answer: shownExperimentSchema })
  const runs = endedRuns === plannedRuns ? `${endedRuns}` : `${endedRuns} of ${plannedRuns}`
  const leftOut = markedRuns > 0 ? `, ${markedRuns} left out` : ''
  const state = stateAt(summary, Date.now()).replaceAll('-', ' ')
  return [id, name, formatMoment(startedAt), `${runs}${leftOut}`, state, answerOf(effects)]
}

/** The first variable with a significant effect, else the first: `pricing, index to scan: Significant: CPU +60%`. */
function answerOf(effects: readonly VariableEffect[]): string {
  const compared = effects.filter(({ pairs }) => pairs.length > 0)
  const hasSignificant = ({ measures }: VariableEffect) =>
    Object.values(measures).some((effect) => effect?.isSignificant === true)
  const first = compared.find(hasSignificant) ?? compared[0]
  if (first === undefined) return '-'
  const { variable, from, to, measures } = first
  const left = compared.length - 1
  const changes = left === 1 ? '1 more change of a variable' : `${formatCount(left)} more changes of variables`
  const more = left === 0 ? '' : ` (${changes} in its results)`
  return `${variable}, ${from} to ${to}: ${concludeEffects(measures)}${more}`
}

/** Finds the id, or its beginning, in an id or in a link of the dashboard; null for anything else. */
export function findExperimentId(text: string): string | null {
  const lower = text.toLowerCase()
  const linked = /\/experiments\/([0-9a-f]{8})(?:[?#/]|$)/.exec(lower)?.[1]
  return linked ?? /^[0-9a-f]{4,8}$/.exec(lower)?.[0] ?? null
}

/**
 * The report of the page as text, of the experiment of an id, a link or a name. Gives the exit code. Throws: Problem
 * `no-such-experiment`; `invalid-request`.
 */
export async function printExperiment(
  text: string,
  { json = false }: { readonly json?: boolean | undefined },
  dashboard: Caller,
  { stdout }: Pick<Output, 'stdout'>,
): Promise<number> {
  const path = `${listPath}/${await completeExperimentId(text, dashboard)}/export?format=json` as const
  const experiment = await dashboard.call(path, { answer: exportedSchema })
  if (json) stdout.write(`${JSON.stringify(experiment)}\n`)
  else {
    // 'marked *': how its sentences call a strong cell, as formatPart prints it.
    const parts = describeExperiment(experiment, experiment.functions, 'marked *')
    stdout.write(parts.map((part) => formatPart(part, stdout.columns)).join('\n'))
  }
  return 0
}

const describeSeries = (one: ExperimentSummary): string =>
  `${one.id} (${escapeControls(one.name)}, ${formatMoment(one.startedAt)})`

/** An id comes before a name that is one, too. */
async function completeExperimentId(text: string, dashboard: Caller): Promise<string> {
  const { experiments } = await dashboard.call(listPath, { answer: listSchema })
  const beginning = findExperimentId(text)
  const fitting = beginning === null ? [] : experiments.filter(({ id }) => isIdBeginning(beginning, id))
  if (fitting.length > 1)
    throw new Problem('invalid-request', {
      what: `${formatCount(fitting.length)} experiments begin with ${beginning}, use more of the id: ${nameFirst(fitting.map(describeSeries))}`,
    })
  const chosen = fitting[0] ?? findNewestNamed(text, experiments)
  if (chosen !== null) return chosen.id
  const candidates = experiments.map((one) => ({
    name: beginning === null ? one.name : one.id,
    handle: describeSeries(one),
  }))
  const near = listNear(beginning ?? text, candidates)
  if (beginning !== null) throw new Problem('no-such-experiment', { beginning, near })
  const meant = near.length === 0 ? ': `hearth experiment list` shows those' : ` (did you mean ${near.join(', ')}?)`
  throw new Problem('invalid-request', {
    what: `${escapeControls(text)} is no file, and no experiment's id, name or link${explainShortId(text) || meant}`,
  })
}

/**
 * Finds the newest series of the experiment of this name, as the list shows it first; null where there is none. Throws:
 * Problem `invalid-request` where experiments of several services have the name.
 */
function findNewestNamed(name: string, experiments: readonly ExperimentSummary[]): ExperimentSummary | null {
  const named = experiments.filter((one) => one.name === name).toSorted((a, b) => b.startedAt - a.startedAt)
  const newest = [...Map.groupBy(named, ({ service }) => service).values()].map(([first]) => first!)
  if (newest.length > 1)
    throw new Problem('invalid-request', {
      what: `experiments of ${formatCount(newest.length)} services are called ${escapeControls(name)}, use an id: ${nameFirst(newest.map((one) => `${describeSeries(one)} of ${escapeControls(one.service)}`))}`,
    })
  return newest[0] ?? null
}

function formatPart(part: ReportPart, width: number | undefined): string {
  if ('level' in part) return `${escapeControls(part.title)}\n`
  if ('titles' in part) {
    const plain = part.rows.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : `* ${cell.strong}`)))
    return formatTableWithin([part.titles, ...plain], width)
  }
  return `${wrapText(escapeControlsInLines([part.strong, part.text].filter(Boolean).join(' ')), width)}\n`
}
