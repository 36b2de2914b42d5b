/**
 * Lets the dashboard of this host follow an experiment: all that is known of it, each time that something begins or
 * ends.
 */
import { experimentRunSchema, experimentSchema, type ReportedExperiment } from '../../../contract/experiments.ts'
import { isProblem } from '../../../errors.ts'
import type { ExperimentText } from '../../../experiment/file/experiment-schema.ts'
import { listShownSettings } from '../../../experiment/file/list-settings.ts'
import { longestPhaseMs } from '../../../experiment/plan/time-left.ts'
import type { RunRecord } from '../../../experiment/run/run-record.ts'
import type { Dashboard } from '../../dashboard/dashboard.ts'
import { escapeControls } from '../../plain-text.ts'
import type { CommandStreams } from '../../streams.ts'
import type { Series } from './series.ts'

type OpenedDashboard = Pick<Dashboard, 'url' | 'call'> & AsyncDisposable

interface RunReportOptions {
  readonly series: Series
  readonly text: ExperimentText
  readonly streams: Pick<CommandStreams, 'stderr'>
  /** A session for each run: to sign in takes processor time, which is the load's once it has begun. */
  readonly open: () => Promise<OpenedDashboard>
}

export interface ExperimentReporter {
  /** Between runs. Waits until the dashboard has it. */
  readonly report: (state: ReportedExperiment['state'], records: readonly RunRecord[]) => Promise<void>
  /** Reports the current phase of the run. Does not wait. */
  readonly follow: (now: NonNullable<ReportedExperiment['now']>, records: readonly RunRecord[]) => void
}

/** Takes the place of a reporter where there is no dashboard. */
export const noReporter: ExperimentReporter = { report: () => Promise.resolve(), follow: () => undefined }

/** Never fails: an experiment of hours does not end because the dashboard was restarted. Why it failed is said once. */
export function createReporter({ series, text, streams: { stderr }, open }: RunReportOptions): ExperimentReporter {
  const { id, name, startedAt, configurations } = series
  const { service, repetitions } = text
  const settings = listShownSettings(text)
  let lastSaid = ''
  const writeOnce = (line: string) => {
    if (line !== lastSaid) stderr.write(`${line}\n`)
    lastSaid = line
  }
  let dashboard: OpenedDashboard | null = null
  async function close(): Promise<void> {
    const opened = dashboard
    dashboard = null
    await opened?.[Symbol.asyncDispose]()
  }
  async function send(body: ReportedExperiment): Promise<void> {
    const isOpen = dashboard !== null
    try {
      dashboard ??= await open()
      await dashboard.call(`/api/v1/experiments/${id}`, { method: 'PUT', body, answer: experimentSchema })
      writeOnce(`The dashboard shows it: ${dashboard.url}/experiments/${id}`)
      if (body.now === null) await close()
    } catch (error) {
      // That it is away is said below.
      await close().catch(() => undefined)
      // The session may have ended in a long run.
      if (isOpen) return await send(body)
      const reason = isProblem(error) ? error.message : String(error)
      writeOnce(`The dashboard does not show it: ${escapeControls(reason)}`)
    }
  }
  let queue = Promise.resolve()
  function add(
    state: ReportedExperiment['state'],
    now: ReportedExperiment['now'],
    records: readonly RunRecord[],
  ): Promise<void> {
    const runs = records.map((record) => experimentRunSchema.parse(record))
    const dueAt = state === 'under-way' ? Date.now() + longestPhaseMs(now?.phase ?? null, text) : null
    const about = { name, service, state, startedAt, configurations, repetitions, settings }
    return (queue = queue.then(() => send({ ...about, runs, now, dueAt })))
  }
  return {
    report: (state, records) => add(state, null, records),
    follow: (now, records) => void add('under-way', now, records),
  }
}
