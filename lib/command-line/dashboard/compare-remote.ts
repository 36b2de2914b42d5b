/** `hearth compare`, and what other commands need of it: two profiles of a dashboard set against each other. */
import { parseArgs } from 'node:util'
import { type Comparison, comparisonSchema } from '../../contract/comparisons.ts'
import { Problem } from '../../errors.ts'
import type { CommandStreams } from '../commands/collapse.ts'
import { crossedBy, type Crossed, failIfUsage, readFailIf } from './fail-if.ts'
import type { Dashboard } from './dashboard.ts'
import { reportComparison } from './report-comparison.ts'

/** What a pipeline reads: none of the other codes means that the code got slower. */
export const thresholdExitCode = 3

export const compareUsage = `hearth compare [options] BEFORE AFTER

Sets two profiles of the dashboard at HEARTH_URL against each other. Each is a profile's id or its link; BEFORE may also be
last-deploy: the newest profile of the same service and event from before its image changed.

${failIfUsage}
  --json            the whole comparison for programs
`

/** An id, or where a link of the dashboard leads. Throws: Problem `invalid-request`. */
export function readProfileId(text: string): string {
  const id = /(?:^|\/profiles\/)([0-9a-f]{32})(?:[?#/]|$)/.exec(text)?.[1]
  if (id === undefined) throw new Problem('invalid-request', { what: `${text} is no profile's id or link` })
  return id
}

/** `last-deploy`, or as readProfileId. */
export function readBaseline(text: string): string {
  return text === 'last-deploy' ? text : readProfileId(text)
}

/** Throws: the Problem the dashboard explains. */
export function fetchComparison(dashboard: Dashboard, after: string, baseline: string): Promise<Comparison> {
  return dashboard.call(`/api/v1/profiles/${after}/comparison?baseline=${baseline}&limit=20000`, {
    answer: comparisonSchema,
  })
}

/** A comparison as `--json` gives it. */
export function describeComparison(dashboard: Dashboard, comparison: Comparison, crossed: readonly Crossed[]) {
  return {
    url: comparisonUrl(dashboard, comparison),
    ...comparison,
    crossed: crossed.map(({ condition, functions }) => ({
      condition: condition.text,
      functions: functions.map(({ name }) => name),
    })),
  }
}

export function comparisonUrl({ url }: Dashboard, { before, after }: Comparison): string {
  return `${url}/profiles/${after.id}?baseline=${before.id}`
}

/** Gives the exit code. Throws: Problem. */
export async function compareRemotely(
  args: readonly string[],
  dashboard: Dashboard,
  { stdout, stderr }: CommandStreams,
): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { json: { type: 'boolean' }, 'fail-if': { type: 'string', multiple: true } },
    allowPositionals: true,
  })
  if (positionals.length !== 2)
    throw new Problem('invalid-request', { what: 'name two profiles, the earlier one first' })
  const conditions = (values['fail-if'] ?? []).map(readFailIf)
  const [before, after] = positionals as [string, string]
  const comparison = await fetchComparison(dashboard, readProfileId(after), readBaseline(before))
  const crossed = crossedBy(comparison, conditions)
  const url = comparisonUrl(dashboard, comparison)
  if (values.json === true)
    stdout.write(`${JSON.stringify(describeComparison(dashboard, comparison, crossed), null, 2)}\n`)
  else stdout.write(reportComparison(comparison, crossed))
  stderr.write(`See it at ${url}\n`)
  return crossed.length > 0 ? thresholdExitCode : 0
}
