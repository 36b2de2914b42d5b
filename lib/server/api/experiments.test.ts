/** What the API keeps of experiments, and what it shows of their runs. */
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FunctionChanges } from '../../contract/experiment-functions.ts'
import type { EngineId } from '../../contract/engines.ts'
import type { Experiment, ExperimentSummary, ReportedExperiment } from '../../contract/experiments.ts'
import { decodeProfile, encodeProfile } from '../../profile/encoding/encode.ts'
import { createProfileBuilder } from '../../profile/model/profile-builder.ts'
import { emptyProvenance } from '../../profile/model/profile.ts'
import { sampleExperiment, sampleExperimentRun, sampleLoad } from '../../testing/samples.ts'
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

test('profiles of a run are labelled with the values in which its configuration differs, unless they have labels', async () => {
  const saved = (letter: string, event = 'cpu') =>
    running.saveProfile('a a\n1 1', { captureId: letter.repeat(32), event, service: letter })
  const labelsOf = async (profileId: string) => (await running.server.profiles.find(profileId))!.labels
  const values = [
    { pricing: 'index', heap: '96m' },
    { pricing: 'scan', heap: '96m' },
  ] as const
  const configurations = values.map((one, at) => ({ number: at + 1, values: one }))
  const reportRuns = (letters: readonly string[]) =>
    report(
      sampleExperiment({
        configurations,
        runs: letters.map((letter, at) =>
          sampleExperimentRun({ number: at + 1, configuration: (at % 2) + 1, captureId: letter.repeat(32) }),
        ),
      }),
    )
  const [cpu, alloc] = [await saved('1'), await saved('1', 'alloc')]
  await reportRuns(['1', '2'])
  expect([await labelsOf(cpu), await labelsOf(alloc)]).toEqual([['pricing=index'], ['pricing=index']])
  // Its profile came after the report; a label that was taken off stays off.
  const late = await saved('2')
  await running.server.profiles.change(cpu, { labels: [] })
  await running.server.profiles.change(alloc, { labels: ['mine'] })
  const third = await saved('3')
  await running.server.profiles.change(third, { labels: ['mine'] })
  await reportRuns(['1', '2', '3'])
  expect(await Promise.all([cpu, alloc, late, third].map(labelsOf))).toEqual([[], ['mine'], ['pricing=scan'], ['mine']])
})

test('a report of hundreds of runs is taken, and one without an end is not', async () => {
  const some = (count: number) => Array.from({ length: count }, (_, at) => sampleExperimentRun({ number: at + 1 }))
  expect((await report(sampleExperiment({ runs: some(800) }))).status).toBe(200)
  const refused = await report(sampleExperiment({ runs: some(20_000) }))
  expect(refused).toMatchObject({
    status: 413,
    body: {
      title: 'The JSON body of the request is larger than 4 MiB.',
      remedy: 'No setting raises this limit. Shorten the texts and lists in the body.',
    },
  })
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

/**
 * Two databases on two JDKs, four times each: a driver that costs 6 ms of each request in place of one that costs 1 ms.
 */
async function reportDatabases(engineOf: (jdk: string) => EngineId = () => 'async-profiler') {
  const values = ['17', '25'].flatMap((jdk) => ['mysql', 'postgres'].map((database) => ({ database, jdk })))
  const stacks = [
    'Handler.json',
    'Loader.load',
    'Loader.load com.mysql.cj.Session.send',
    'Loader.load org.postgresql.Query.run',
  ]
  const runs = []
  for (let at = 0; at < 16; at++) {
    const isMysql = at % 2 === 0
    const costs = isMysql ? [3, 1, 6, 0] : [3, 1.5, 0, 1]
    const noise = 1 + (at % 7) / 100
    const cpuMs = costs.reduce((sum, cost) => sum + cost, 0) * noise
    const builder = createProfileBuilder()
    costs.forEach((cost, stack) => {
      const names = [
        'com.acme.Handler.handle',
        ...stacks[stack]!.split(' ').map((name) => (/^com|^org/.test(name) ? name : `com.acme.${name}`)),
      ]
      const row = names.reduce((caller, name) => builder.stack(caller, builder.frame(name, 'java')), -1)
      if (cost > 0)
        builder.sample(row, builder.thread('http-1'), Number.NaN, Math.round(cost * 100) + ((at * 5 + stack * 3) % 11))
    })
    const engine = engineOf(values[at % 4]!.jdk)
    const unit = engine === 'jfr' ? 'nanoseconds' : 'samples'
    const encoded = gzipSync(encodeProfile(builder.finish(unit, emptyProvenance(engine))))
    const ownCapture = at.toString(16).repeat(32)
    const profileId = await running.saveProfile(encoded, { captureId: ownCapture, event: 'cpu', engine })
    const load = sampleLoad(100)
    const run = { number: at + 1, configuration: (at % 4) + 1, repetition: (at >> 2) + 1, captureId: ownCapture, load }
    runs.push({ profileId, run: sampleExperimentRun({ ...run, cpuSeconds: (cpuMs * load.requests) / 1000 }) })
  }
  const configurations = values.map((one, at) => ({ number: at + 1, values: one }))
  await report(sampleExperiment({ configurations, repetitions: 4, runs: runs.map(({ run }) => run) }))
  return runs
}

async function askForFunctions(query: string) {
  const found = experimentOperations.find((one) => one.id === 'getExperimentFunctions')!
  const headers = { authorization: `Bearer ${running.secrets.read}` }
  const answer = await callOperation(running.server, found, { at: { id }, headers, query })
  return { status: answer.status, body: (await answer.json()) as FunctionChanges }
}

test('runs of one engine are compared with each other, whatever the engines count', async () => {
  await reportDatabases((jdk) => (jdk === '17' ? 'perf' : 'jfr'))
  const databases = (await askForFunctions('?variable=database&from=mysql&to=postgres')).body
  expect(databases).toMatchObject({ runs: { before: 8, after: 8 }, leftOut: [] })
  expect(databases.result!.changes.map(({ name }) => name)).toContain('com.mysql.cj')
  const { body } = await askForFunctions('?variable=jdk&from=17&to=25')
  expect(body).toMatchObject({ runs: { before: 0, after: 0 }, result: null })
  expect(body.leftOut).toHaveLength(16)
  expect(new Set(body.leftOut.map(({ reason }) => reason))).toEqual(new Set(['other-engine']))
  const experiment = (await running.server.experiments.find(id))!
  await expect(running.server.experiments.describeSides(experiment, 1, 3)).rejects.toMatchObject({
    code: 'not-mergeable',
  })
})

test('the profiles of its runs say which packages a variable makes cheaper, and runs without one are named', async () => {
  const runs = await reportDatabases()
  await running.server.profiles.delete(runs[3]!.profileId)
  const { body } = await askForFunctions('?variable=database&from=mysql&to=postgres')
  expect(body).toMatchObject({ runs: { before: 8, after: 7 }, leftOut: [{ run: 4, reason: 'deleted' }] })
  expect(body.pairs).toEqual([
    [1, 2],
    [3, 4],
  ])
  const { before, changes, more } = body.result!
  expect(before).toBeCloseTo(10.3, 0)
  expect(more).toBe(0)
  expect(changes.map(({ name, delta }) => `${name} ${delta}`)).toEqual([
    'com.mysql.cj total',
    'org.postgresql total',
    'com.acme self',
  ])
  const [driver] = changes
  expect(driver!.total.change).toBeGreaterThan(-6.6)
  expect(driver!.total.change).toBeLessThan(-5.4)
  expect(driver!.explains.names).toEqual(expect.arrayContaining(['com.mysql.cj.Session.send']))
  expect(driver!.mostlyIn).toBe('com.mysql.cj.Session.send')

  const exported = async (format: string) => {
    const found = experimentOperations.find((one) => one.id === 'exportExperiment')!
    const headers = { authorization: `Bearer ${running.secrets.read}` }
    return callOperation(running.server, found, { at: { id }, headers, query: `?format=${format}` })
  }
  const html = await exported('html')
  expect(html.headers.get('content-disposition')).toBe('attachment; filename="pricing.html"')
  const page = await html.text()
  expect(page).toContain('<strong>database: mysql to postgres.</strong> Significant: com.mysql.cj −')
  expect(page).toMatch(/com\.mysql\.cj −\d\.\d\d ms \(mostly in com\.mysql\.cj\.Session\.send\), org\.postgresql \+/)
  expect(page).toContain('<td>com.mysql.cj (mostly in com.mysql.cj.Session.send)</td>')
  // A graph for each configuration, and no address of anything else.
  expect(page.match(/<iframe [^>]*src="data:image\/svg\+xml;base64,/g)).toHaveLength(4)
  expect(page.replaceAll(/base64,[^"]+/g, '')).not.toMatch(/https?:|src="(?!data:)/)
  const json = (await (await exported('json')).json()) as { runs: unknown[]; functions: unknown[] }
  expect([json.runs.length, json.functions.length]).toEqual([16, 2])
  expect((await (await exported('csv')).text()).split('\r\n')).toHaveLength(18)
  expect((await exported('pdf')).status).toBe(400)

  const limited = await askForFunctions('?variable=database&from=mysql&to=postgres&limit=1')
  expect(limited.body.result).toMatchObject({ changes: [{ name: 'com.mysql.cj' }], more: 2 })
  const ofJdk = (await askForFunctions('?variable=jdk&from=17&to=25')).body.result!
  expect(ofJdk.changes).toEqual([])
  // Four runs and four: 2 of 70 orders are too many for one of several packages.
  expect((await askForFunctions('?before=1&after=2')).body).toMatchObject({
    pairs: [[1, 2]],
    result: { leastP: 2 / 70, test: 'model', changes: [{ name: 'com.mysql.cj' }, {}, {}] },
  })

  for (const { profileId, run } of runs) if (run.configuration === 1) await running.server.profiles.delete(profileId)
  const withoutOne = await (await exported('html')).text()
  expect(withoutOne.match(/<iframe /g)).toHaveLength(3)
  expect(withoutOne).toMatch(/Without a graph, since no profile of it is in the library: Configuration 1, [^;.]*\./)

  for (const { profileId, run } of runs) if (run.configuration !== 1) await running.server.profiles.delete(profileId)
  const withoutAny = await (await exported('html')).text()
  expect(withoutAny).toContain('<p>Without a graph, since no profile of it is in the library: Configuration 1,')

  for (const query of ['', '?before=1', '?before=1&after=1', '?variable=database&from=mysql'])
    expect((await askForFunctions(query)).status).toBe(400)
  for (const query of ['?before=1&after=9', '?variable=heap&from=1&to=2'])
    expect((await askForFunctions(query)).status).toBe(404)
})

test('two configurations are profiles of all their runs, whose weights are CPU time of each request', async () => {
  const runs = await reportDatabases()
  await running.server.profiles.delete(runs[4]!.profileId)
  const ask = (side: string, query: string) => {
    const found = experimentOperations.find((one) => one.id === 'getExperimentSide')!
    const headers = { authorization: `Bearer ${running.secrets.read}` }
    return callOperation(running.server, found, { at: { id, side }, headers, query })
  }
  const sideOf = async (side: 'before' | 'after') => {
    const answer = await ask(side, '?before=1&after=2')
    const { samples, threads, strings } = decodeProfile(new Uint8Array(await answer.arrayBuffer()))
    const ms = samples.weight.reduce((sum, weight) => sum + weight, 0) / 1e6
    return { ms, threads: Array.from(threads.name, (name) => strings[name]) }
  }
  const meanOf = (configuration: number) => {
    const own = runs.filter(({ run }) => run.configuration === configuration && run.number !== 5)
    return own.reduce((sum, { run }) => sum + run.cpuSeconds!, 0) / own.length
  }
  const [before, after] = [await sideOf('before'), await sideOf('after')]
  expect(before.threads).toEqual(['Run 1', 'Run 9', 'Run 13'])
  expect(after.threads).toEqual(['Run 2', 'Run 6', 'Run 10', 'Run 14'])
  expect([before.ms, after.ms]).toEqual([expect.closeTo(meanOf(1)), expect.closeTo(meanOf(2))])
  const experiment = (await running.server.experiments.find(id))!
  const described = await running.server.experiments.describeSides(experiment, 1, 2)
  expect(described).toMatchObject({
    before: {
      runs: 3,
      profile: {
        name: 'pricing',
        labels: ['mysql', 'jdk=17'],
        total: expect.closeTo(before.ms * 1e6, -1) as number,
      },
    },
    after: { runs: 4, profile: { name: 'pricing', labels: ['postgres', 'jdk=17'] } },
    leftOut: 1,
  })
  for (const query of ['?before=1&after=1', '?before=1&after=9']) expect((await ask('before', query)).status).toBe(404)
  expect([(await ask('middle', '?before=1&after=2')).status, (await ask('after', '?before=1')).status]).toEqual([
    404, 400,
  ])
})
