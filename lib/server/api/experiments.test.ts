/** What the API keeps of experiments, and what it shows of their runs. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Experiment, ExperimentSummary, ReportedExperiment } from '../../contract/experiments.ts'
import { sampleExperiment, sampleExperimentRun } from '../../testing/samples.ts'
import { callOperation } from '../testing/call-operation.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { experimentOperations } from './experiments.ts'

let running: TestServer
beforeEach(async () => {
  running = await startTestServer()
})
afterEach(() => running[Symbol.asyncDispose]())

const id = '0123abcd'
const captureId = '7'.repeat(32)

async function call(operation: string, body?: unknown, headers?: Record<string, string>, at = { id }) {
  const found = experimentOperations.find((one) => one.id === operation)!
  const asked = { at, headers: headers ?? { authorization: `Bearer ${running.secrets.all}` }, body }
  const answer = await callOperation(running.server, found, asked)
  return { status: answer.status, body: answer.status === 204 ? null : ((await answer.json()) as unknown) }
}
const report = (experiment: ReportedExperiment, headers?: Record<string, string>) =>
  call('reportExperiment', experiment, headers)
const get = async () => (await call('getExperiment')).body as Experiment

test('a report takes the place of the one before, and the experiment stays that of who began it', async () => {
  const [ann, bob] = [await running.signIn('ann', 'member'), await running.signIn('bob', 'member')]
  expect((await report(sampleExperiment({ runs: [] }), { cookie: ann.cookie })).status).toBe(200)
  const died = { mark: 'container-died' as const, reason: 'shop_1 ended with exit code 137' }
  const runs = [sampleExperimentRun(), sampleExperimentRun({ number: 2, configuration: 2, marks: [died] })]
  await report(sampleExperiment({ runs, state: 'interrupted' }), { cookie: bob.cookie })
  expect(await get()).toMatchObject({ id, createdBy: 'ann', state: 'interrupted', runs: [{}, { marks: [died] }] })
  expect(await get()).toMatchObject({ effects: [{ variable: 'pricing', from: 'index', to: 'scan', pairs: [[1, 2]] }] })
  const { experiments } = (await call('listExperiments')).body as { experiments: ExperimentSummary[] }
  expect(experiments).toEqual([expect.objectContaining({ id, plannedRuns: 6, endedRuns: 2, markedRuns: 1 })])
})

test('a run has the profiles of its capture that the library has, and they outlive the experiment', async () => {
  await report(sampleExperiment({ runs: [sampleExperimentRun({ captureId })] }))
  const profilesOf = async () => (await get()).runs[0]!.profiles
  expect(await profilesOf()).toEqual([])
  const profileId = await running.saveProfile('a a\n1 1', { captureId, event: 'cpu' })
  const deleted = await running.saveProfile('a a\n1 1', { captureId, event: 'wall' })
  await running.server.profiles.delete(deleted)
  expect(await profilesOf()).toEqual([{ event: 'cpu', profileId }])
  expect((await call('deleteExperiment')).status).toBe(204)
  expect([(await call('getExperiment')).status, (await call('deleteExperiment')).status]).toEqual([404, 404])
  expect(await running.server.profiles.find(profileId)).toMatchObject({ deletedAt: null })
})

test('a report of hundreds of runs is taken, and one without an end is not', async () => {
  const some = (count: number) => Array.from({ length: count }, (_, at) => sampleExperimentRun({ number: at + 1 }))
  expect((await report(sampleExperiment({ runs: some(800) }))).status).toBe(200)
  expect((await report(sampleExperiment({ runs: some(20_000) }))).status).toBe(413)
  expect((await get()).runs).toHaveLength(800)
})

test('an id that is none is not found, and a viewer may look only', async () => {
  expect((await call('reportExperiment', sampleExperiment(), undefined, { id: 'pricing' })).status).toBe(404)
  await report(sampleExperiment())
  const { cookie } = await running.signIn('eve', 'viewer')
  expect((await call('getExperiment', undefined, { cookie })).status).toBe(200)
  expect((await report(sampleExperiment(), { cookie })).status).toBe(403)
  expect((await call('deleteExperiment', undefined, { cookie })).status).toBe(403)
})
