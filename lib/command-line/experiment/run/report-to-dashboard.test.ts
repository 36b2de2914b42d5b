import { expect, test } from 'vitest'
import { type ReportedExperiment, reportedExperimentSchema } from '../../../contract/experiments.ts'
import { Problem } from '../../../errors.ts'
import type { RunRecord } from '../../../experiment/run/run-record.ts'
import { sampleExperimentRun } from '../../../testing/samples.ts'
import type { Dashboard } from '../../dashboard/dashboard.ts'
import { createReporter } from './report-to-dashboard.ts'

const series = {
  ...{ format: 1 as const, id: '0123abcd', name: 'shop', startedAt: 1000, experiment: 'name: shop\n' },
  configurations: [{ number: 1, values: { pricing: 'index' } }],
}
const record: RunRecord = {
  ...sampleExperimentRun({ captureId: '7'.repeat(32) }),
  profiles: [{ event: 'cpu', file: 'cpu.hearth.gz', link: 'http://host:7117/captures/7' }],
}

/** A dashboard that may be away, and what it was sent. */
function createFakeDashboard() {
  const sent: { path: string; body: ReportedExperiment }[] = []
  const state = { isAway: false, openSessions: 0 }
  let said = ''
  const report = createReporter({
    series,
    text: { service: 'web', repetitions: 3 },
    streams: { stderr: { write: (more) => void (said += String(more)) } },
    open: async () => {
      if (state.isAway) throw new Problem('no-dashboard-here', { reason: 'nothing listens at port 7117 of host' })
      state.openSessions++
      const call = async (path: string, { method, body }: { method: string; body: unknown }) => {
        sent.push({ path: `${method} ${path}`, body: reportedExperimentSchema.parse(body) })
      }
      return {
        ...{ url: 'http://host:7117', call: call as unknown as Dashboard['call'] },
        [Symbol.asyncDispose]: async () => void state.openSessions--,
      }
    },
  })
  return { report, sent, state, said: () => said }
}

test('a report has all runs that have ended, without what their directory keeps, and where to see it', async () => {
  const { report, sent, state, said } = createFakeDashboard()
  await report('under-way', [])
  await report('ended', [record])
  const run = sampleExperimentRun({ captureId: '7'.repeat(32) })
  const common = { name: 'shop', service: 'web', startedAt: 1000, repetitions: 3 }
  expect(sent).toEqual([
    {
      path: 'PUT /api/v1/experiments/0123abcd',
      body: { ...common, configurations: series.configurations, state: 'under-way', runs: [] },
    },
    {
      path: 'PUT /api/v1/experiments/0123abcd',
      body: { ...common, configurations: series.configurations, state: 'ended', runs: [run] },
    },
  ])
  expect(state.openSessions).toBe(0)
  expect(said()).toBe('The dashboard shows it: http://host:7117/experiments/0123abcd\n')
})

test('a dashboard that is away is named once, and gets all of it when it is back', async () => {
  const { report, sent, state, said } = createFakeDashboard()
  state.isAway = true
  await report('under-way', [])
  await report('under-way', [record])
  expect(said().match(/does not show it: No dashboard of Hearth runs here/g)).toHaveLength(1)
  state.isAway = false
  await report('under-way', [record])
  expect(sent.map(({ body }) => body.runs.length)).toEqual([1])
  expect(said()).toMatch(/The dashboard shows it/)
})
