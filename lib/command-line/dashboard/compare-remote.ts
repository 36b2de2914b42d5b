/** `hearth compare`, and what other commands need of it: two profiles of a dashboard set against each other. */
import { parseArgs } from 'node:util'
import { type Comparison, comparisonSchema } from '../../contract/comparisons.ts'
import { Problem } from '../../errors.ts'
import type { CommandStreams } from '../commands/collapse.ts'
import { type CrossedThreshold, findCrossed, failIfUsage, readFailIf } from './fail-if.ts'
import type { Dashboard } from './dashboard.ts'
import type { ProfileSummary } from '../../contract/profile.ts'
import { formatTable, escapeControls } from '../plain-text.ts'

type FunctionDelta = Comparison['functions'][number]

const mostRows = 20

/** Both sides, what they can tell, the functions that differ beyond noise, and which conditions came true. */
export function reportComparison(comparison: Comparison, crossed: readonly CrossedThreshold[]): string {
  const { before, after, power, warnings, functions } = comparison
  const significant = functions.filter(({ isSignificant }) => isSignificant)
  return [
    `Before: ${describeSide(before)}\n`,
    `After:  ${describeSide(after)}\n`,
    ...[power, ...warnings].map((line) => `${escapeControls(line)}\n`),
    '\n',
    tableOf(significant),
    ...crossed.map(describeCrossed),
  ].join('')
}

function describeSide({ name, image, createdAt, id }: ProfileSummary): string {
  const at = new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ')
  return [escapeControls(name), image === null ? '' : escapeControls(image), `${at} UTC`, id].filter(Boolean).join(', ')
}

function tableOf(significant: readonly FunctionDelta[]): string {
  if (significant.length === 0) return 'No difference beyond noise.\n'
  const rows = significant
    .slice(0, mostRows)
    .map((row) => [
      percent(row.totalBefore),
      percent(row.totalAfter),
      signed(row.totalAfter - row.totalBefore),
      `${signed(row.interval[0])} to ${signed(row.interval[1])}`,
      row.status === 'changed' ? '' : row.status.toUpperCase(),
      row.name,
    ])
  const more = significant.length - mostRows
  const table = formatTable([['BEFORE', 'AFTER', 'POINTS', '95 %', '', 'FUNCTION'], ...rows])
  return `${table}${more > 0 ? `and ${more} more\n` : ''}`
}

function describeCrossed({ condition, functions }: CrossedThreshold): string {
  const [most] = functions as [FunctionDelta]
  const others = functions.length === 1 ? '' : ` and ${functions.length - 1} more`
  const grown = signed(most.totalAfter - most.totalBefore)
  return `\nFAILED ${escapeControls(condition.text)}: ${escapeControls(most.name)} ${grown} points${others}\n`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`
}

function signed(points: number): string {
  const text = (points * 100).toFixed(2)
  return points > 0 ? `+${text}` : text
}

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
export function buildComparisonJson(
  dashboard: Dashboard,
  comparison: Comparison,
  crossed: readonly CrossedThreshold[],
) {
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
  const crossed = findCrossed(comparison, conditions)
  const url = comparisonUrl(dashboard, comparison)
  if (values.json === true)
    stdout.write(`${JSON.stringify(buildComparisonJson(dashboard, comparison, crossed), null, 2)}\n`)
  else stdout.write(reportComparison(comparison, crossed))
  stderr.write(`See it at ${url}\n`)
  return crossed.length > 0 ? thresholdExitCode : 0
}
