import { expect, test } from 'vitest'
import { type ReportedExperiment, reportedExperimentSchema } from '../../../contract/experiments.ts'
import { Problem } from '../../../errors.ts'
import { experimentFileSchema } from '../../../experiment/file/experiment-schema.ts'
import type { RunRecord } from '../../../experiment/run/run-record.ts'
import { sampleExperimentRun } from '../../../testing/samples.ts'
import { waitUntil } from '../../../testing/wait-until.ts'
import type { Dashboard } from '../../dashboard/dashboard.ts'
import { createReporter } from './report-to-dashboard.ts'

const series = {
  ...{ format: 1 as const, id: '0123abcd', name: 'shop', startedAt: 1000, experiment: 'name: shop\n' },
  configurations: [{ number: 1, values: { pricing: 'index' } }],
}
const load = { seconds: 90, command: ['load', '--password=hunter2'], results: { format: 'jtl' } }
const record: RunRecord = {
  ...sampleExperimentRun({ captureId: '7'.repeat(32) }),
  profiles: [{ event: 'cpu', file: 'cpu.hearth.gz', link: 'http://host:7117/captures/7', engine: null }],
}

/** A dashboard that may be away, and what it was sent. */
function createFakeDashboard() {
  const sent: { path: string; body: ReportedExperiment }[] = []
  const state = { isAway: false, openSessions: 0, opened: 0, hasForgotten: false }
  let said = ''
  const reporter = createReporter({
    series,
    text: experimentFileSchema.parse({ name: 'shop', service: 'web', load }),
    streams: { stderr: { write: (more) => void (said += String(more)) } },
    open: async () => {
      if (state.isAway) throw new Problem('no-dashboard-here', { reason: 'nothing listens at port 7117 of host' })
      state.openSessions++
      state.opened++
      const call = async (path: string, { method, body }: { method: string; body: unknown }) => {
        if (state.hasForgotten) {
          state.hasForgotten = false
          throw new Problem('not-signed-in', {})
        }
        sent.push({ path: `${method} ${path}`, body: reportedExperimentSchema.parse(body) })
      }
      return {
        ...{ url: 'http://host:7117', call: call as unknown as Dashboard['call'] },
        [Symbol.asyncDispose]: async () => void state.openSessions--,
      }
    },
  })
  return { ...reporter, sent, state, said: () => said }
}

test('a report has all runs that have ended, without what their directory keeps, and where to see it', async () => {
  const { report, sent, state, said } = createFakeDashboard()
  await report('under-way', [])
  await report('ended', [record])
  const run = sampleExperimentRun({ captureId: '7'.repeat(32) })
  const settings = expect.any(Object) as Record<string, string>
  const common = { name: 'shop', service: 'web', startedAt: 1000, repetitions: 3, settings }
  expect(sent).toEqual([
    {
      path: 'PUT /api/v1/experiments/0123abcd',
      body: {
        ...common,
        configurations: series.configurations,
        state: 'under-way',
        runs: [],
        now: null,
        dueAt: expect.any(Number) as number,
      },
    },
    {
      path: 'PUT /api/v1/experiments/0123abcd',
      body: { ...common, configurations: series.configurations, state: 'ended', runs: [run], now: null, dueAt: null },
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

test('what a run does is followed in one session for each run, and says by when the next report is due', async () => {
  const { report, follow, sent, state } = createFakeDashboard()
  const endsAt = Date.now() + 60_000
  follow({ run: 1, phase: 'starting', endsAt }, [])
  follow({ run: 1, phase: 'load', endsAt }, [])
  await report('under-way', [record])
  expect(sent.map(({ body: { now, runs } }) => [now, runs.length])).toEqual([
    [{ run: 1, phase: 'starting', endsAt }, 0],
    [{ run: 1, phase: 'load', endsAt }, 0],
    [null, 1],
  ])
  expect([state.opened, state.openSessions]).toEqual([1, 0])
  const [starting, load, between] = sent.map(({ body: { dueAt } }) => dueAt! - Date.now()) as [number, number, number]
  // Images are built for an hour at most, and the warm-up takes 10 s.
  expect(Math.round(starting / 60_000)).toBe(62)
  expect(Math.round(load / 10_000)).toBe(25)
  expect(Math.round(between / 60_000)).toBe(2)
})

test('a session that ended meanwhile is opened again', async () => {
  const { report, follow, sent, state, said } = createFakeDashboard()
  follow({ run: 1, phase: 'starting', endsAt: 1 }, [])
  await waitUntil('it is reported', () => sent.length === 1)
  state.hasForgotten = true
  await report('ended', [record])
  expect(said()).not.toContain('does not show it')
  expect(sent.at(-1)!.body.state).toBe('ended')
  expect(state.openSessions).toBe(0)
})

test('what experiment.yaml says goes along, without what may be a secret', async () => {
  const { report, sent } = createFakeDashboard()
  await report('under-way', [])
  expect(sent[0]!.body.settings).toMatchObject({ 'load.seconds': '90', service: '"web"', repetitions: '3' })
  expect(JSON.stringify(sent)).not.toContain('hunter2')
})
