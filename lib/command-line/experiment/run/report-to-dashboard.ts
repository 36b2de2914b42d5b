/** Lets the dashboard of this host follow an experiment: all that is known of it, each time that something ends. */
import { experimentRunSchema, experimentSchema, type ReportedExperiment } from '../../../contract/experiments.ts'
import { isProblem } from '../../../errors.ts'
import type { ExperimentText } from '../../../experiment/file/experiment-schema.ts'
import type { RunRecord } from '../../../experiment/run/run-record.ts'
import type { Dashboard } from '../../dashboard/dashboard.ts'
import { escapeControls } from '../../plain-text.ts'
import type { CommandStreams } from '../../streams.ts'
import type { Series } from './series.ts'

interface ReportOptions {
  readonly series: Series
  readonly text: Pick<ExperimentText, 'service' | 'repetitions'>
  readonly streams: Pick<CommandStreams, 'stderr'>
  /** A session for one report: runs are minutes apart, and one that is killed leaves no session behind. */
  readonly open: () => Promise<Pick<Dashboard, 'url' | 'call'> & AsyncDisposable>
}

export type ReportExperiment = (state: ReportedExperiment['state'], records: readonly RunRecord[]) => Promise<void>

/** Never fails: an experiment of hours does not end because the dashboard was restarted. Why it failed is said once. */
export function createReporter({ series, text, streams: { stderr }, open }: ReportOptions): ReportExperiment {
  const { id, name, startedAt, configurations } = series
  const { service, repetitions } = text
  let lastSaid = ''
  const writeOnce = (line: string) => {
    if (line !== lastSaid) stderr.write(`${line}\n`)
    lastSaid = line
  }
  return async (state, records) => {
    const runs = records.map((record) => experimentRunSchema.parse(record))
    const body: ReportedExperiment = { name, service, state, startedAt, configurations, repetitions, runs }
    try {
      await using dashboard = await open()
      await dashboard.call(`/api/v1/experiments/${id}`, { method: 'PUT', body, answer: experimentSchema })
      writeOnce(`The dashboard shows it: ${dashboard.url}/experiments/${id}`)
    } catch (error) {
      const reason = isProblem(error) ? error.message : String(error)
      writeOnce(`The dashboard does not show it: ${escapeControls(reason)}`)
    }
  }
}
