/** `hearth capture` on a dashboard: profile, compare, and tell a pipeline whether to go on. */
import fs from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Capture, CaptureRequest } from '../../contract/capture.ts'
import { getEventLabel } from '../../contract/engines.ts'
import { type ProfileSummary, profileSummarySchema } from '../../contract/profile.ts'
import type { Comparison } from '../../contract/comparisons.ts'
import { isProblem, Problem, problemFromData } from '../../errors.ts'
import { readCaptureOptions } from '../capture-request.ts'
import { captureUsage, readCaptureArguments } from '../commands/capture.ts'
import { fileFor, warnOfName } from '../stacks-file.ts'
import type { CommandStreams } from '../streams.ts'
import { comparisonUrl, buildComparisonJson, fetchComparison, reportStored } from './compare-remote.ts'
import { completeProfileId, readBaseline } from './profile-id.ts'
import { type Dashboard, listClusters, listRemotely } from './dashboard.ts'
import { type CheckedThreshold, checkThresholds, exitCodeOf, type FailIf, readFailIf } from './fail-if.ts'
import { readJvmName } from '../argument-problem.ts'
import { findPods, namesPod } from '../find-pod.ts'
import { findTarget } from '../find-target.ts'
import { captureAndFollow } from './follow-remote.ts'
import { assertWritable, translateWriteError } from '../paths.ts'
import { escapeControls } from '../plain-text.ts'
import { describeStop, warnOfNotRemoved } from '../shared-capture.ts'

/** Tasks for the profiles, read before anything is started. */
interface CaptureReportOptions {
  readonly baseline: string | null
  /** The one event that a named profile is of; null where each event has a baseline of its own. */
  readonly baselineEvent: string | null
  readonly conditions: readonly FailIf[]
  readonly mayLackBaseline: boolean
  readonly json: boolean
  readonly output: string | undefined
  readonly annotate: boolean
  /** Whether `json` is a list: with `--replicas`, even of one pod. */
  readonly isList: boolean
}

/** A capture at its end. */
interface Ended {
  /** The name of its pod where several are captured, for messages and files. */
  readonly mark: string | false
  /** The capture; null where it did not begin. */
  readonly capture: Capture | null
}

/** Gives the exit code; `signal` cancels the captures there, where they are ours. Throws: Problem. */
export async function captureRemotely(
  args: readonly string[],
  dashboard: Dashboard,
  streams: CommandStreams,
  signal: AbortSignal,
): Promise<number> {
  const { values, positionals } = readCaptureArguments(args)
  const name = readJvmName(positionals, captureUsage)
  const options = readCaptureOptions(values)
  const reportOptions = await readReportOptions(values, dashboard)
  const subjects: { id: string; name: string }[] = namesPod(name, values)
    ? findPods((await listClusters(dashboard, streams)).pods, name, values)
    : [{ id: findTarget((await listRemotely(dashboard, streams)).targets, name).id, name }]
  const wanted = subjects.map((subject) => ({
    mark: subjects.length > 1 && subject.name,
    request: { ...options, targetId: subject.id },
  }))
  assertComparable(wanted[0]!.request, reportOptions)
  if (reportOptions.output !== undefined) assertWritable(reportOptions.output)
  const ended = await Promise.all(wanted.map((one) => captureOne(one, { dashboard, streams, signal })))
  const captures = ended.flatMap(({ capture }) => capture ?? [])
  if (signal.aborted || (captures.length > 0 && captures.every(({ state }) => state === 'cancelled'))) {
    streams.stderr.write([...new Set(captures.map((one) => `${describeStop(one, signal)}\n`))].join(''))
    return 130
  }
  for (const { mark, capture } of ended)
    for (const { profileId } of capture?.profiles ?? [])
      streams.stderr.write(`${mark ? `${mark}: ` : ''}Profile ${dashboard.url}/profiles/${profileId}\n`)
  const exitCode = await reportCaptures(ended, reportOptions, { dashboard, streams })
  return Math.max(exitCode, ended.every(({ capture }) => capture?.state === 'done') ? 0 : 1)
}

/** Where there are several, a failure is printed and leaves the others alone. Throws: the Problem of a single one. */
async function captureOne(
  { mark, request }: { readonly mark: Ended['mark']; readonly request: CaptureRequest },
  { dashboard, streams, signal }: RemoteContext & { readonly signal: AbortSignal },
): Promise<Ended> {
  // One bar cannot show several: they have a line for each phase.
  const stderr = mark ? { write: (text: string) => streams.stderr.write(text) } : streams.stderr
  let capture: Capture | null = null
  try {
    capture = await captureAndFollow(request, { dashboard, stderr, signal })
    warnOfNotRemoved(capture, stderr)
    if (capture.problem && !signal.aborted) throw problemFromData(capture.problem)
  } catch (error) {
    if (mark === false || !isProblem(error)) throw error
    stderr.write(`${mark}: ${escapeControls(`${error.message} ${error.remedy}`)}\n`)
  }
  return { mark, capture }
}

async function readReportOptions(
  values: Readonly<Record<string, unknown>>,
  dashboard: Dashboard,
): Promise<CaptureReportOptions> {
  const conditions = ((values['fail-if'] as string[] | undefined) ?? []).map(readFailIf)
  const compareTo = values['compare-to'] as string | undefined
  if (conditions.length > 0 && compareTo === undefined)
    throw new Problem('invalid-request', { what: '--fail-if needs --compare-to' })
  const baseline = compareTo === undefined ? null : await completeProfileId(readBaseline(compareTo), dashboard)
  return {
    baseline,
    baselineEvent:
      baseline === null || baseline === 'last-deploy' ? null : (await fetchSummary(baseline, dashboard)).event,
    conditions,
    mayLackBaseline: values['allow-no-baseline'] === true,
    json: values['json'] === true,
    output: values['output'] as string | undefined,
    annotate: values['annotate'] === true,
    isList: values['replicas'] !== undefined,
  }
}

function fetchSummary(profileId: string, dashboard: Dashboard): Promise<ProfileSummary> {
  return dashboard.call(`/api/v1/profiles/${profileId}`, { answer: profileSummarySchema })
}

/** Before anything is recorded in vain. Throws: Problem `not-comparable`. */
function assertComparable({ events }: CaptureRequest, { baselineEvent, mayLackBaseline }: CaptureReportOptions): void {
  if (mayLackBaseline || baselineEvent === null || events.some((event) => event === baselineEvent)) return
  throw new Problem('not-comparable', {
    reason: `the baseline is of ${getEventLabel(baselineEvent)}, which is not to be captured`,
  })
}

/** Comparisons on standard output, or all as JSON, or the stacks as a local capture gives them. */
async function reportCaptures(
  ended: readonly Ended[],
  reportOptions: CaptureReportOptions,
  { dashboard, streams }: RemoteContext,
): Promise<number> {
  const { baseline, conditions, json, isList, output } = reportOptions
  const described: unknown[] = []
  const allChecked: (readonly CheckedThreshold[])[] = []
  for (const { mark, capture } of ended) {
    if (capture === null) continue
    const isCompared = baseline !== null && capture.state === 'done'
    const comparisons = isCompared ? await compareEach(capture, baseline, reportOptions, { dashboard, streams }) : []
    const tested = comparisons.map((comparison) => ({ comparison, checked: checkThresholds(comparison, conditions) }))
    allChecked.push(...tested.map(({ checked }) => checked))
    const profiles = capture.profiles.map(({ event, profileId }) => ({
      ...{ event, id: profileId, url: `${dashboard.url}/profiles/${profileId}` },
    }))
    const asJson = tested.map(({ comparison, checked }) => buildComparisonJson(dashboard, comparison, checked))
    described.push({ capture, profiles, comparisons: asJson })
    if (!json)
      for (const { comparison, checked } of tested) {
        streams.stdout.write(`${mark ? `${mark}\n` : ''}${reportStored(comparison, checked)}`)
        streams.stderr.write(`See it at ${comparisonUrl(dashboard, comparison)}\n`)
      }
    if (output !== undefined || (!json && baseline === null))
      await writeStacks({ mark, capture }, reportOptions, { dashboard, streams })
  }
  if (json) streams.stdout.write(`${JSON.stringify(isList ? { captures: described } : described[0], null, 2)}\n`)
  return exitCodeOf(allChecked)
}

interface RemoteContext {
  readonly dashboard: Dashboard
  readonly streams: CommandStreams
}

/** Each event with the baseline's of the same event. */
async function compareEach(
  { profiles }: Capture,
  baseline: string,
  { baselineEvent, mayLackBaseline }: CaptureReportOptions,
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
  { mark, capture }: { readonly mark: Ended['mark']; readonly capture: Capture },
  { annotate, output }: CaptureReportOptions,
  { dashboard, streams }: RemoteContext,
) {
  const { profiles } = capture
  for (const { event, profileId } of profiles) {
    const query = `format=folded&annotate=${annotate ? '1' : '0'}`
    const stacks = await dashboard.fetch(`/api/v1/profiles/${profileId}/export?${query}`)
    const file = fileFor(fileFor(output, mark), profiles.length > 1 && event)
    if (file === undefined) for await (const chunk of stacks) streams.stdout.write(chunk)
    else {
      await pipeline(stacks, fs.createWriteStream(file)).catch((error: unknown) => {
        throw translateWriteError(error, file)
      })
      streams.stderr.write(`Stacks written to ${file}\n`)
      warnOfName(file, event, (await fetchSummary(profileId, dashboard)).unit, streams.stderr)
    }
  }
}
