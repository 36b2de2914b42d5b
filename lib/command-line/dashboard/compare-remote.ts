/** `hearth compare`, and what other commands need of it: two profiles of a dashboard set against each other. */
import { parseArgs } from 'node:util'
import { type Comparison, comparisonSchema, type GroupDelta } from '../../contract/comparisons.ts'
import { Problem } from '../../errors.ts'
import type { CommandStreams } from '../streams.ts'
import { type CrossedThreshold, findCrossed, failIfUsage, readFailIf, thresholdExitCode } from './fail-if.ts'
import type { Dashboard } from './dashboard.ts'
import { tellApart } from '../../contract/tell-apart.ts'
import type { ProfileSummary } from '../../contract/profile.ts'
import { formatTable, escapeControls } from '../plain-text.ts'
import { formatPoints, formatPointsShort, formatShare } from '../../profile/format/units.ts'

type FunctionDelta = Comparison['functions'][number]

const mostRows = 20

/** Both sides, what they can tell, the packages and functions that differ significantly, and which conditions came true. */
export function reportComparison(comparison: Comparison, crossed: readonly CrossedThreshold[]): string {
  const { before, after, totals, power, warnings, packages, classes, functions } = comparison
  const isQuiet = ![packages, classes, functions].some((rows) => rows.some(({ isSignificant }) => isSignificant))
  const apart = tellApart(before, after)
  return [
    `Before: ${describeSide(before, apart.before)}\n`,
    `After:  ${describeSide(after, apart.after)}\n`,
    ...[...(totals === null ? [] : [`${totals}.`]), power, ...warnings].map((line) => `${escapeControls(line)}\n`),
    '\n',
    isQuiet ? 'No significant difference.\n' : '',
    tableOf(packages, 'PACKAGE'),
    // A class says more than its functions only where none of them has samples enough.
    functions.some(({ isSignificant }) => isSignificant) ? '' : tableOf(classes, 'CLASS'),
    tableOf(functions, 'FUNCTION'),
    describeHidden(functions),
    describeSameCost(functions),
    ...crossed.map(describeCrossed),
  ].join('')
}

function describeSide({ name, createdAt, id }: ProfileSummary, apart: string): string {
  const at = new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ')
  return [escapeControls(name), escapeControls(apart), `${at} UTC`, id].filter(Boolean).join(', ')
}

/** The rows that explain themselves, and how many they explain. Empty for none. */
function tableOf(all: readonly GroupDelta[], heading: string): string {
  const significant = all.filter(({ isSignificant }) => isSignificant)
  const causes = significant.filter(({ cause }) => cause === null)
  if (causes.length === 0) return ''
  const explained = (name: string) => significant.filter(({ cause }) => cause === name).length
  const rows = causes
    .slice(0, mostRows)
    .map((row) => [
      formatShare(row.totalBefore),
      formatShare(row.totalAfter),
      formatPointsShort(row.totalAfter - row.totalBefore),
      `${formatPointsShort(row.interval[0])} to ${formatPointsShort(row.interval[1])}`,
      row.status === 'changed' ? '' : row.status.toUpperCase(),
      row.name,
      explained(row.name) === 0 ? '' : `and ${explained(row.name)} on the same stacks`,
    ])
  const more = causes.length - mostRows
  const table = formatTable([['BEFORE', 'AFTER', 'POINTS', '95%', '', heading, ''], ...rows])
  return `${table}${more > 0 ? `and ${more} more\n` : ''}\n`
}

function describeHidden(functions: readonly GroupDelta[]): string {
  const count = functions.filter(({ isHidden }) => isHidden).length
  if (count === 0) return ''
  return `${count} ${count === 1 ? 'function' : 'functions'} may only have moved between interpreted, compiled and inlined.\n`
}

function describeSameCost(functions: readonly GroupDelta[]): string {
  const count = functions.filter(({ cost }) => cost === 'same').length
  if (count === 0) return ''
  return `${count} ${count === 1 ? 'function has another share' : 'functions have other shares'} at the same cost per second.\n`
}

function describeCrossed({ condition, functions }: CrossedThreshold): string {
  const [most] = functions as [FunctionDelta]
  const others = functions.length === 1 ? '' : ` and ${functions.length - 1} more`
  const grown = formatPoints(most.totalAfter - most.totalBefore)
  return `\nFAILED ${escapeControls(condition.text)}: ${escapeControls(most.name)} ${grown}${others}\n`
}

export const compareUsage = `hearth compare [options] BEFORE AFTER

Sets two profiles of the dashboard on this host, or of the one that HEARTH_URL and HEARTH_TOKEN name, against each other. Each is a
profile's id or its link; BEFORE may also be last-deploy: the newest profile of the same service and event from before its image changed.

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
  const baseline = readBaseline(before)
  const comparison = await fetchComparison(dashboard, readProfileId(after), baseline)
  const crossed = findCrossed(comparison, conditions)
  const url = comparisonUrl(dashboard, comparison)
  if (values.json === true)
    stdout.write(`${JSON.stringify(buildComparisonJson(dashboard, comparison, crossed), null, 2)}\n`)
  else stdout.write(reportComparison(comparison, crossed))
  stderr.write(`See it at ${url}\n`)
  return crossed.length > 0 ? thresholdExitCode : 0
}
