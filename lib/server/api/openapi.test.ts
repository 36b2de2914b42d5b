/** The document, and what each operation really answers. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleExperiment, sampleExperimentRun } from '../../testing/samples.ts'
import { callOperation, type OperationCall } from '../testing/call-operation.ts'
import { startTestServer, testBlockId, type TestServer } from '../testing/start-test-server.ts'
import { describeApi } from './openapi.ts'
import type { Operation } from './operation.ts'
import { operations } from './operations.ts'

let running: TestServer
let cookie = ''
/** Ids by what they are of, filled as the examples go. */
const ids: Record<string, string> = {}

beforeAll(async () => {
  running = await startTestServer()
  const shop = { service: 'shop', event: 'cpu' }
  ids['before'] = await running.saveProfile('a a\nb c\n90 10', { ...shop, imageDigest: 'sha256:1', createdAt: 1 })
  ids['after'] = await running.saveProfile('a a\nb c\n40 60', { ...shop, imageDigest: 'sha256:2', createdAt: 2 })
  for (const name of ['one', 'two'])
    await running.saveProfile('a a\nb c\n50 50', {
      ...{ service: 'twins', event: 'cpu', containerName: name, containerId: name, createdAt: 3 },
    })
  for (const number of [1, 2])
    await running.saveProfile('a a\nb c\n90 10', { captureId: `${number}`.repeat(32), event: 'cpu' })
  const ann = await running.signIn('ann', 'member')
  ids['session'] = ann.id
  cookie = ann.cookie
})
afterAll(() => running[Symbol.asyncDispose]())

test('is one document: names once, references that lead somewhere, every place of a path a parameter', () => {
  const document = JSON.parse(JSON.stringify(describeApi(operations))) as {
    openapi: string
    paths: Record<string, Record<string, { operationId: string; parameters: { name: string; in: string }[] }>>
    components: { schemas: Record<string, unknown> }
  }
  expect(document.openapi).toBe('3.1.0')
  const all = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(operations.length)
  for (const [path, methods] of Object.entries(document.paths))
    for (const { parameters } of Object.values(methods))
      expect(parameters.filter((one) => one.in === 'path').map(({ name }) => `{${name}}`)).toEqual(
        path.match(/\{\w+\}/g) ?? [],
      )
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!)
  expect(references.length).toBeGreaterThan(20)
  for (const reference of new Set(references)) {
    const found = reference
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document)
    expect([reference, typeof found]).toEqual([reference, 'object'])
  }
  expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(['Capture', 'Problem', 'Target']))
})

/** A run of each of two configurations, with the profiles of their captures. */
const profiledExperiment = sampleExperiment({
  runs: [1, 2].map((number) =>
    sampleExperimentRun({ number, configuration: number, captureId: `${number}`.repeat(32) }),
  ),
})

/**
 * One good question for each operation, in an order in which they can be asked. Those of a file's bytes are asked in
 * main.host.test.ts.
 */
const examples: (() => readonly [string, OperationCall?])[] = [
  () => ['isAlive'],
  () => ['getOpenapi'],
  () => ['listTargets'],
  () => ['getTarget', { at: { id: 'a'.repeat(16) } }],
  () => ['showArguments', { at: { id: 'a'.repeat(16) } }],
  () => ['examineTarget', { at: { id: 'a'.repeat(16) } }],
  () => ['examinePod', { at: { id: 'a'.repeat(16) } }],
  () => ['startCapture', { body: { targetId: 'a'.repeat(16) }, headers: { 'idempotency-key': 'k' } }],
  () => ['startCapture', { body: { targetId: 'a'.repeat(16) }, headers: { 'idempotency-key': 'k' } }],
  () => ['listCaptures'],
  () => ['getCapture', { at: { id: 'c'.repeat(32) } }],
  () => ['getLiveSnapshot', { at: { id: 'c'.repeat(32) } }],
  () => ['saveCapture', { at: { id: 'c'.repeat(32) } }],
  () => ['cancelCapture', { at: { id: 'c'.repeat(32) } }],
  () => ['listBlocks'],
  () => ['clearBlock', { at: { id: testBlockId } }],
  () => ['getHealth'],
  () => ['setDemo', { body: { action: 'start' } }],
  () => ['followEvents'],
  () => ['listProfiles', { query: '?service=shop&limit=5' }],
  () => ['changeProfiles', { body: { ids: [ids['after']], action: 'add-label', label: 'x' } }],
  () => ['listServices'],
  () => ['getTimeline', { at: { service: 'shop' } }],
  () => ['getSinceDeploy', { at: { service: 'shop' } }],
  () => ['compareReplicas', { at: { service: 'twins' } }],
  () => ['getTrend', { at: { service: 'shop' }, query: '?function=a&limit=5' }],
  () => ['getRetention'],
  () => ['setRetention', { body: { rules: [{ service: null, days: 36_500, maxBytes: null }] } }],
  () => ['previewRetention', { body: { rules: [] } }],
  () => ['getStorage'],
  () => ['getProfile', { at: { id: ids['after']! } }],
  () => ['changeProfile', { at: { id: ids['after']! }, body: { name: 'renamed', labels: ['a'] } }],
  () => ['getProfileData', { at: { id: ids['after']! } }],
  () => ['exportProfile', { at: { id: ids['after']! }, query: '?format=folded' }],
  () => ['compareProfile', { at: { id: ids['after']! }, query: `?baseline=${ids['before']}` }],
  () => ['compareProfile', { at: { id: ids['after']! }, query: '?baseline=last-deploy&limit=1' }],
  () => ['mergeProfiles', { body: { ids: [ids['before'], ids['after']] } }],
  () => ['addNote', { at: { id: ids['after']! }, body: { path: [], frame: 'a', query: '', text: 'hot' } }],
  () => ['listNotes', { at: { id: ids['after']! } }],
  () => ['changeNote', { at: { id: ids['addNote']! }, body: { text: 'hotter' } }],
  () => ['removeNote', { at: { id: ids['addNote']! } }],
  () => ['restoreNote', { at: { id: ids['addNote']! } }],
  () => ['reportExperiment', { at: { id: 'e'.repeat(8) }, body: profiledExperiment }],
  () => ['getExperiment', { at: { id: 'e'.repeat(8) } }],
  () => ['getExperimentFunctions', { at: { id: 'e'.repeat(8) }, query: '?before=1&after=2' }],
  () => ['getExperimentSide', { at: { id: 'e'.repeat(8), side: 'after' }, query: '?before=1&after=2' }],
  () => ['exportExperiment', { at: { id: 'e'.repeat(8) }, query: '?format=markdown' }],
  () => ['listExperiments'],
  () => ['deleteExperiment', { at: { id: 'e'.repeat(8) } }],
  () => ['listExperimentDirectories'],
  () => ['startExperiment', { at: { id: '1' }, body: { action: 'run', digest: 'd'.repeat(64) } }],
  () => ['stopExperiment', { at: { id: '1' } }],
  () => ['makeShare', { at: { id: ids['after']! }, body: { baselineId: ids['before'] } }],
  () => ['listShares'],
  () => ['listSharesOfProfile', { at: { id: ids['after']! } }],
  () => ['getShared', { at: { token: ids['shared']! } }],
  () => ['getSharedData', { at: { token: ids['shared']! } }],
  () => ['getSharedBaseline', { at: { token: ids['shared']! } }],
  () => ['listSharedNotes', { at: { token: ids['shared']! } }],
  () => ['revokeShare', { at: { id: ids['share']! } }],
  () => ['deleteProfile', { at: { id: ids['before']! } }],
  () => ['restoreProfile', { at: { id: ids['before']! } }],
  () => ['listCollectors'],
  () => ['makeJoinToken'],
  () => ['enrolCollector', { body: { name: 'rack-2' }, headers: { authorization: `Bearer ${ids['joinToken']}` } }],
  () => ['renewCollector', { headers: { authorization: `Bearer ${ids['credential']}` } }],
  () => ['removeCollector', { at: { id: ids['collector']! } }],
  () => ['getSession'],
  () => ['makeSignInLink', { body: { person: 'bob', role: 'viewer' } }],
  () => ['signIn', { body: { code: ids['code'] } }],
  () => ['listSessions'],
  () => ['changeRole', { at: { id: ids['session']! }, body: { role: 'viewer' } }],
  () => ['signOut', { headers: { cookie, authorization: '' } }],
  () => ['listTokens'],
  () => ['makeToken', { body: { name: 'ci', scopes: ['read'] } }],
  () => ['revokeToken', { at: { id: ids['token']! } }],
  () => ['makeWebhook', { body: { url: 'http://127.0.0.1:9/' } }],
  () => ['listWebhooks'],
  () => ['testWebhook', { at: { id: ids['webhook']! } }],
  () => ['removeWebhook', { at: { id: ids['webhook']! } }],
  () => ['revokePerson', { body: { person: 'nobody' } }],
  () => ['searchAudit', { query: '?q=vera' }],
  () => ['exportAudit'],
  () => ['verifyAudit'],
  () => ['endSession', { at: { id: ids['bob']! } }],
  () => ['endOtherSessions'],
]
const askedElsewhere = ['importProfile', 'putProfile']

test('there is an example of every operation', () => {
  const calledIds = new Set([...examples.map((example) => example()[0]), ...askedElsewhere])
  expect(operations.map(({ id }) => id).filter((id) => !calledIds.has(id))).toEqual([])
})

interface Remembered {
  readonly id?: string
  readonly url?: string
  readonly link?: string
  readonly share?: { id: string }
  readonly token?: { id: string } | string
  readonly collector?: { id: string }
  readonly credential?: string
  readonly webhook?: { id: string }
  readonly sessions?: { id: string; person: string }[]
}

/** Remembers what later examples speak of. */
function remember(id: string, answer: Remembered | null): void {
  const { id: own, share, token, url = '', link = '', webhook, sessions = [], collector, credential } = answer ?? {}
  if (own !== undefined) ids[id] = own
  if (share) [ids['share'], ids['shared']] = [share.id, url.split('/').at(-1)!]
  if (link !== '') ids['code'] = link.split('#')[1]!
  if (typeof token === 'string') ids['joinToken'] = token
  else if (token) ids['token'] = token.id
  if (collector) ids['collector'] = collector.id
  if (credential !== undefined) ids['credential'] = credential
  if (webhook) ids['webhook'] = webhook.id
  const bob = Array.isArray(sessions) && sessions.find(({ person }) => person === 'bob')
  if (bob) ids['bob'] = bob.id
}

test('every operation answers as it is described', async () => {
  for (const example of examples) {
    const [id, { headers = {}, ...question } = {}] = example()
    const operation = operations.find((one) => one.id === id)!
    const all: Record<string, string> = { authorization: `Bearer ${running.secrets.all}`, ...headers }
    if (all['authorization'] === '') delete all['authorization']
    const answer = await callOperation(running.server, operation, { ...question, headers: all })
    const said = answer.status >= 400 ? await answer.clone().text() : ''
    expect([id, Object.keys(operation.answers), said]).toEqual([
      id,
      expect.arrayContaining([String(answer.status)]),
      '',
    ])
    await expectContent(operation, answer)
  }
}, 120_000)

async function expectContent(operation: Operation, answer: Response): Promise<void> {
  const content = operation.answers[answer.status]!
  if (content === 'nothing') return expect([operation.id, await answer.text()]).toEqual([operation.id, ''])
  if (content === 'bytes' || content === 'events') {
    expect(answer.headers.get('content-type')).not.toContain('json')
    return answer.body?.cancel()
  }
  const body: unknown = await answer.json()
  // Strict both ways: nothing is missing, and nothing is said that is not described.
  expect([operation.id, content.parse(body)]).toEqual([operation.id, body])
  remember(operation.id, body as Remembered | null)
}
