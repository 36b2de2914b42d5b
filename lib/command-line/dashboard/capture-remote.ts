/** `hearth capture` on a dashboard: profile, compare, and tell a pipeline whether to go on. */
import fs from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import type { Capture, CaptureRequest } from '../../contract/capture.ts'
import { profileSummarySchema } from '../../contract/profile.ts'
import type { Comparison } from '../../contract/comparisons.ts'
import { isProblem, Problem, problemFromData } from '../../errors.ts'
import { readCaptureRequest } from '../capture-request.ts'
import { captureOptions, fileFor } from '../commands/capture.ts'
import type { CommandStreams } from '../streams.ts'
import {
  comparisonUrl,
  buildComparisonJson,
  fetchComparison,
  readBaseline,
  reportComparison,
  thresholdExitCode,
} from './compare-remote.ts'
import { type Dashboard, listRemotely } from './dashboard.ts'
import { findCrossed, type FailIf, readFailIf } from './fail-if.ts'
import { readJvmName } from '../argument-problem.ts'
import { findTarget } from '../find-target.ts'
import { captureAndFollow } from './follow-remote.ts'
import { escapeControls } from '../plain-text.ts'
import { describeStop } from '../shared-capture.ts'

/** What is to be done with the profiles, read before anything is started. */
interface ReportOptions {
  readonly baseline: string | null
  /** The one event that a named profile is of; null where each event has a baseline of its own. */
  readonly baselineEvent: string | null
  readonly conditions: readonly FailIf[]
  readonly mayLackBaseline: boolean
  readonly json: boolean
  readonly output: string | undefined
  readonly annotate: boolean
}

/** Gives the exit code; `signal` cancels the capture there, where it is ours. Throws: Problem. */
export async function captureRemotely(
  args: readonly string[],
  dashboard: Dashboard,
  streams: CommandStreams,
  signal: AbortSignal,
): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options: captureOptions, allowPositionals: true })
  const name = readJvmName(positionals)
  const reportOptions = await readReportOptions(values, dashboard)
  const target = findTarget(await listRemotely(dashboard, streams), name)
  const request = readCaptureRequest(target.id, values)
  assertComparable(request, reportOptions)
  const ended = await captureAndFollow(request, { dashboard, stderr: streams.stderr, signal })
  if (ended.state === 'cancelled' || signal.aborted) {
    streams.stderr.write(`${describeStop(ended)}\n`)
    return 130
  }
  if (ended.problem) throw problemFromData(ended.problem)
  for (const { profileId } of ended.profiles) streams.stderr.write(`Profile ${dashboard.url}/profiles/${profileId}\n`)
  return reportCapture(ended, reportOptions, dashboard, streams)
}

async function readReportOptions(
  values: Readonly<Record<string, unknown>>,
  dashboard: Dashboard,
): Promise<ReportOptions> {
  const conditions = ((values['fail-if'] as string[] | undefined) ?? []).map(readFailIf)
  const compareTo = values['compare-to'] as string | undefined
  if (conditions.length > 0 && compareTo === undefined)
    throw new Problem('invalid-request', { what: '--fail-if needs --compare-to' })
  const baseline = compareTo === undefined ? null : readBaseline(compareTo)
  return {
    baseline,
    baselineEvent: baseline === null || baseline === 'last-deploy' ? null : await eventOf(baseline, dashboard),
    conditions,
    mayLackBaseline: values['allow-no-baseline'] === true,
    json: values['json'] === true,
    output: values['output'] as string | undefined,
    annotate: values['annotate'] === true,
  }
}

async function eventOf(profileId: string, dashboard: Dashboard): Promise<string> {
  const { event } = await dashboard.call(`/api/v1/profiles/${profileId}`, { answer: profileSummarySchema })
  return event
}

/** Before anything is recorded in vain. Throws: Problem `not-comparable`. */
function assertComparable({ events }: CaptureRequest, { baselineEvent, mayLackBaseline }: ReportOptions): void {
  if (mayLackBaseline || baselineEvent === null || events.some((event) => event === baselineEvent)) return
  throw new Problem('not-comparable', { reason: `the baseline is of ${baselineEvent}, which is not to be captured` })
}

/** Comparisons on standard output, or all as JSON, or the stacks as a local capture gives them. */
async function reportCapture(
  ended: Capture,
  reportOptions: ReportOptions,
  dashboard: Dashboard,
  streams: CommandStreams,
): Promise<number> {
  const { baseline, conditions, json, output } = reportOptions
  const comparisons = baseline === null ? [] : await compareEach(ended, baseline, reportOptions, { dashboard, streams })
  const judged = comparisons.map((comparison) => ({ comparison, crossed: findCrossed(comparison, conditions) }))
  if (json) {
    const profiles = ended.profiles.map(({ event, profileId }) => ({
      ...{ event, id: profileId, url: `${dashboard.url}/profiles/${profileId}` },
    }))
    const described = judged.map(({ comparison, crossed }) => buildComparisonJson(dashboard, comparison, crossed))
    streams.stdout.write(`${JSON.stringify({ capture: ended, profiles, comparisons: described }, null, 2)}\n`)
  } else
    for (const { comparison, crossed } of judged) {
      streams.stdout.write(reportComparison(comparison, crossed))
      streams.stderr.write(`See it at ${comparisonUrl(dashboard, comparison)}\n`)
    }
  if (output !== undefined || (!json && baseline === null)) await writeStacks(ended, reportOptions, dashboard, streams)
  return judged.some(({ crossed }) => crossed.length > 0) ? thresholdExitCode : 0
}

interface RemoteContext {
  readonly dashboard: Dashboard
  readonly streams: CommandStreams
}

/** Each event with the baseline's of the same event. */
async function compareEach(
  { profiles }: Capture,
  baseline: string,
  { baselineEvent, mayLackBaseline }: ReportOptions,
  { dashboard, streams }: RemoteContext,
): Promise<Comparison[]> {
  const comparisons: Comparison[] = []
  for (const { profileId } of profiles.filter(({ event }) => baselineEvent === null || event === baselineEvent))
    try {
      comparisons.push(await fetchComparison(dashboard, profileId, baseline))
    } catch (error) {
      if (!mayLackBaseline || !isProblem(error) || error.code !== 'nothing-to-compare') throw error
      streams.stderr.write(`${escapeControls(error.message)} Nothing was compared.\n`)
    }
  if (comparisons.length === 0 && !mayLackBaseline)
    throw new Problem('not-comparable', { reason: 'the baseline is of an event that was not captured' })
  return comparisons
}

async function writeStacks(
  ended: Capture,
  { annotate, output }: ReportOptions,
  dashboard: Dashboard,
  streams: CommandStreams,
) {
  const events = ended.profiles.map(({ event }) => event)
  for (const { event, profileId } of ended.profiles) {
    const query = `format=folded&annotate=${annotate ? '1' : '0'}`
    const stacks = await dashboard.fetch(`/api/v1/profiles/${profileId}/export?${query}`)
    const file = fileFor(event, events, output)
    if (file === undefined) for await (const chunk of stacks) streams.stdout.write(chunk)
    else {
      await pipeline(stacks, fs.createWriteStream(file))
      streams.stderr.write(`Stacks written to ${file}\n`)
    }
  }
}
