/** Exports at once, by the operation of the API. */
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeProfile } from '../../profile/encoding/encode.ts'
import { largeProfile } from '../../testing/profiles/random-profile.ts'
import { operations } from '../api/operations.ts'
import { callOperation } from '../testing/call-operation.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

let running: TestServer
let id = ''
beforeAll(async () => {
  running = await startTestServer()
  id = await running.saveProfile(gzipSync(encodeProfile(largeProfile(50_000, 500))), {})
})
afterAll(() => running[Symbol.asyncDispose]())

const operation = operations.find((one) => one.id === 'exportProfile')!
const ask = (headers: Record<string, string>, format = 'folded') =>
  callOperation(running.server, operation, { at: { id }, query: `?format=${format}`, headers })

test('more exports of one person than four at once are refused, until one was read or given up', async () => {
  const owner = { authorization: `Bearer ${running.secrets.all}` }
  const open = await Promise.all(Array.from({ length: 4 }, () => ask(owner)))
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const refused = await ask(owner)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  const { cookie } = await running.signIn('ann', 'member')
  const others = [await ask(owner, 'hearth'), await ask({ cookie })]
  expect(others.map(({ status }) => status)).toEqual([200, 200])

  await open[0]!.arrayBuffer()
  open[0] = await ask(owner)
  expect([open[0].status, (await ask(owner)).status]).toEqual([200, 429])
  await open[1]!.body!.cancel()
  open[1] = await ask(owner)
  expect([open[1].status, (await ask(owner)).status]).toEqual([200, 429])
  for (const answer of [...open, ...others]) await answer.body!.cancel()
})
