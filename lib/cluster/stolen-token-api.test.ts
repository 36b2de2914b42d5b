/** The token of one capture, which is readable for those who may read Jobs or pods, at every operation of the API. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Operation } from '../server/api/operation.ts'
import { servedOperations } from '../server/api/operations.ts'
import { type CaptureScene, startCaptureScene } from './testing/stolen-token.ts'

let scene: CaptureScene
/** Of a capture that waits for its Job. */
let token = ''
beforeAll(async () => {
  scene = await startCaptureScene()
  token = (await scene.begin('shop')).token
})
afterAll(() => scene[Symbol.asyncDispose]())

const basic = (key: string) => `Basic ${Buffer.from(`hearth:${key}`).toString('base64')}`

/** All that a request carries a secret by, as a program or as a page of ours. */
function carriersOf(secret: string) {
  const page = { origin: scene.url, 'sec-fetch-site': 'same-origin' }
  const { port } = new URL(scene.url)
  const cookie = ['', '__Host-'].map((prefix) => `${prefix}hearth_session_${port}=${secret}`).join('; ')
  return {
    bearer: { headers: { authorization: `Bearer ${secret}` }, query: '' },
    cookie: { headers: { ...page, cookie }, query: '' },
    'cookie and key': { headers: { ...page, cookie, authorization: basic(secret) }, query: '' },
    query: { headers: page, query: `?token=${secret}&access_token=${secret}&code=${secret}` },
  }
}
type Carrier = keyof ReturnType<typeof carriersOf>

/**
 * The secret fills each placeholder of the path and each field of the body, too: there it may be a code, or a share.
 */
async function ask({ method, path, body }: Operation, carrier: Carrier, secret: string) {
  const { headers, query } = carriersOf(secret)[carrier]
  const fields = body !== undefined && body !== 'file' && 'shape' in body ? Object.keys(body.shape as object) : []
  const answer = await fetch(`${scene.url}${path.replaceAll(/\{\w+\}/g, secret)}${query}`, {
    ...{ method, headers: { ...headers, 'content-type': 'application/json' } },
    ...(method !== 'GET' && { body: JSON.stringify(Object.fromEntries(fields.map((field) => [field, secret]))) }),
  })
  const isCookieSet = answer.headers.has('set-cookie')
  await answer.body?.cancel()
  return { status: answer.status, isCookieSet }
}

test.each(servedOperations)('$method $path refuses it', async (operation) => {
  // What is open to anyone answers it as it answers a token that does not exist.
  const madeUp = `hearth_job_${'x'.repeat(43)}`
  for (const carrier of Object.keys(carriersOf('')) as Carrier[]) {
    const answer = await ask(operation, carrier, token)
    const isForAnyone = operation.scope === 'anyone'
    const refusal = isForAnyone ? await ask(operation, carrier, madeUp) : { status: 401, isCookieSet: false }
    expect({ carrier, ...answer }).toEqual({ carrier, ...refusal, isCookieSet: false })
    if (operation.id !== 'isAlive')
      expect({ carrier, isRefused: answer.status >= 400 }).toEqual({ carrier, isRefused: true })
  }
})

test('no page is shown for it', async () => {
  for (const { headers } of Object.values(carriersOf(token))) {
    const answer = await fetch(scene.url, { headers, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sign-in'])
  }
})

test('the audit log says that it was refused where it is kept for strangers; it was valid all the time', async () => {
  const records = (await scene.audited()).filter(({ action }) => action !== 'startCapture')
  expect(new Set(records.map(({ action }) => action))).toEqual(new Set(['enrolCollector', 'renewCollector', 'signIn']))
  expect(records.filter(({ by, result }) => by !== 'stranger' || result === 'ok')).toEqual([])
  expect(await scene.knock(token)).toBe(101)
})

test('the same requests succeed with a secret that is valid for them', async () => {
  const { sessions, tokens } = scene.server.people
  const { secret } = await tokens.make({ name: 'ci', scopes: ['read'], expiresInDays: 1 }, 'owner')
  const { code } = await sessions.makeCode({ person: 'ann', role: 'viewer' }, 60_000)
  const session = await sessions.signIn(code, 'x', 'https')
  const listTargets = servedOperations.find(({ id }) => id === 'listTargets')!
  expect((await ask(listTargets, 'bearer', secret)).status).toBe(200)
  expect((await ask(listTargets, 'cookie', session.token)).status).toBe(200)
})
