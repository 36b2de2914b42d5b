/** Addresses with the beginning of an id. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleExperiment } from '../testing/samples.ts'
import { callOperation } from './testing/call-operation.ts'
import { startTestServer, type TestServer } from './testing/start-test-server.ts'

let running: TestServer
beforeEach(async () => {
  running = await startTestServer()
})
afterEach(() => running[Symbol.asyncDispose]())

async function call(path: string, method = 'GET', body?: unknown) {
  const headers = { authorization: `Bearer ${running.secrets.all}` }
  const answer = await callOperation(running.server, { method, path }, { headers, body })
  return { status: answer.status, body: answer.status === 204 ? null : ((await answer.json()) as unknown) }
}
const report = (id: string) => call(`/experiments/${id}`, 'PUT', sampleExperiment({ runs: [] }))

test('the API finds a JVM, a capture, an experiment and a profile by the beginning of an id, in either case', async () => {
  await report('0123abcd')
  const profile = await running.saveProfile('a a\n1 1', {})
  for (const [path, id] of [
    ['/targets/aaaa', 'a'.repeat(16)],
    ['/captures/CCCCCCCC', 'c'.repeat(32)],
    ['/experiments/0123A', '0123abcd'],
    [`/profiles/${profile.slice(0, 8)}`, profile],
  ] as const)
    expect(await call(path)).toMatchObject({ status: 200, body: { id } })
})

test('a beginning that several have is refused and says how many; one that none has, or of 3 digits, is not found', async () => {
  await report('0123abcd')
  await report('0123ffff')
  expect(await call('/experiments/0123')).toMatchObject({
    status: 409,
    body: { code: 'id-ambiguous', title: 'The ids of 2 experiments begin with 0123.' },
  })
  for (const path of ['/experiments/0124', '/targets/aaa', '/captures/dddd', '/captures/%25%25%25%25'])
    expect(await call(path)).toMatchObject({ status: 404 })
})

test('a change asks for the whole id', async () => {
  await report('0123abcd')
  expect(await call('/experiments/0123', 'DELETE')).toMatchObject({ status: 404 })
  expect(await call('/captures/cccc/cancel', 'POST')).toMatchObject({ status: 404 })
})
