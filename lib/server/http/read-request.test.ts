/** What is read of a request, by calls of operations. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../api/operations.ts'
import { callOperation } from '../testing/call-operation.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

let running: TestServer
beforeAll(async () => {
  running = await startTestServer()
})
afterAll(() => running[Symbol.asyncDispose]())

test.each([
  ['60,000 letters of one byte are within the limit', 'a'.repeat(60_000), { status: 400 }],
  [
    '30,000 letters of three bytes are not',
    '€'.repeat(30_000),
    {
      status: 413,
      title: 'The JSON body of the request is larger than 64 KiB.',
      remedy: 'No setting raises this limit. Shorten the texts and lists in the body.',
    },
  ],
])('a JSON body is measured in bytes: %s', async (_, nonsense, expected) => {
  const operation = operations.find(({ id }) => id === 'startCapture')!
  const headers = { authorization: `Bearer ${running.secrets.all}` }
  const answer = await callOperation(running.server, operation, { headers, body: { nonsense } })
  expect(await answer.json()).toMatchObject(expected)
})

test.each([
  [
    'an unknown name of the query',
    'compareProfile',
    { query: '?baseline=last-deploy&nosuch=1' },
    'query: Unrecognized key: "nosuch"',
  ],
  ['a value of the query', 'compareReplicas', { query: '?withinMinutes=x' }, 'withinMinutes: '],
  [
    'an unknown name of the body',
    'setDemo',
    { body: { action: 'start', nosuch: 1 } },
    'body: Unrecognized key: "nosuch"',
  ],
])('%s that is wrong is refused as a part of what it is in', async (_, id, call, expected) => {
  const operation = operations.find((one) => one.id === id)!
  const headers = { authorization: `Bearer ${running.secrets.all}` }
  const answer = await callOperation(running.server, operation, {
    ...call,
    at: { id: 'f'.repeat(32), service: 'shop' },
    headers,
  })
  expect(await answer.json()).toMatchObject({ status: 400, title: expect.stringContaining(expected) as string })
})
