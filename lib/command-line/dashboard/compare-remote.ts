/** `hearth compare` of two profiles of a dashboard, and what other commands need of it. */
import { type Comparison, comparisonSchema } from '../../contract/comparisons.ts'
import { mostComparedRows } from '../../contract/constants.ts'
import { shortId } from '../../contract/ids.ts'
import type { ProfileSummary } from '../../contract/profile.ts'
import { formatCaptured, profileHeadline } from '../../contract/profile-title.ts'
import { tellApart } from '../../contract/tell-apart.ts'
import type { CompareOptions } from '../commands/compare.ts'
import { isProblem } from '../../errors.ts'
import { invalidArguments } from '../argument-problem.ts'
import { escapeControls } from '../plain-text.ts'
import { describeConditionsForJson, reportComparison } from '../report-comparison.ts'
import type { CommandStreams } from '../streams.ts'
import type { Dashboard } from './dashboard.ts'
import { type CheckedThreshold, checkThresholds, exitCodeOf } from './fail-if.ts'
import { completeProfileId, readBaseline, readProfileId } from './profile-id.ts'

/** Gives the comparison. Throws: the Problem the dashboard explains. */
export function fetchComparison(dashboard: Dashboard, after: string, baseline: string): Promise<Comparison> {
  return dashboard.call(`/api/v1/profiles/${after}/comparison?baseline=${baseline}&limit=${mostComparedRows}`, {
    answer: comparisonSchema,
  })
}

/** A comparison as `--json` gives it. */
export function buildComparisonJson(
  dashboard: Dashboard,
  comparison: Comparison,
  checked: readonly CheckedThreshold[],
) {
  return {
    url: comparisonUrl(dashboard, comparison),
    ...comparison,
    ...describeConditionsForJson(checked),
  }
}

export function comparisonUrl(
  { url }: Dashboard,
  { before, after }: Record<'before' | 'after', { readonly id: string }>,
): string {
  return `${url}/profiles/${after.id}?baseline=${before.id}`
}

/** Both sides of a comparison in the library. */
export function reportStored(comparison: Comparison, checked: readonly CheckedThreshold[]): string {
  const { before, after } = comparison
  const apart = tellApart(before, after)
  const sides = { before: describeSide(before, apart.before), after: describeSide(after, apart.after) }
  return reportComparison(sides, comparison, checked)
}

function describeSide(profile: ProfileSummary, apart: string): string {
  return [escapeControls(profileHeadline(profile)), escapeControls(apart), formatCaptured(profile), shortId(profile.id)]
    .filter(Boolean)
    .join(', ')
}

/** Gives the exit code. Throws: Problem. */
export async function compareRemotely(
  { before, after, conditions, isJson }: CompareOptions,
  dashboard: Dashboard,
  { stdout, stderr }: CommandStreams,
): Promise<number> {
  const id = await completeProfileId(readProfileId(after), dashboard)
  const baseline = await completeProfileId(readBaseline(before), dashboard)
  if (id === baseline) throw invalidArguments('BEFORE and AFTER are the same profile: name another one')
  const comparison = await fetchComparison(dashboard, id, baseline).catch((error: unknown) => {
    if (isProblem(error) && error.code === 'not-comparable')
      stderr.write(
        `See them side by side at ${comparisonUrl(dashboard, { before: { id: baseline }, after: { id } })}\n`,
      )
    throw error
  })
  const checked = checkThresholds(comparison, conditions)
  const url = comparisonUrl(dashboard, comparison)
  if (isJson) stdout.write(`${JSON.stringify(buildComparisonJson(dashboard, comparison, checked), null, 2)}\n`)
  else stdout.write(reportStored(comparison, checked))
  stderr.write(`See it at ${url}\n`)
  return exitCodeOf([checked])
}
