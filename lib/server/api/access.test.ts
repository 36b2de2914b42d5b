/** Who may call what: every operation without its scope, every role, tokens and cookies. */
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeSessionKey } from '../../access/session-cookie.ts'
import { type Role, scopes } from '../../contract/roles.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { callOperation, type OperationCall } from '../testing/call-operation.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { type Operation, operation } from './operation.ts'
import { operations } from './operations.ts'
import { createRouter } from './router.ts'

let running: TestServer
beforeAll(async () => {
  running = await startTestServer()
})
afterAll(() => running[Symbol.asyncDispose]())

const call = (route: Pick<Operation, 'path'> & { method: string }, question: OperationCall) =>
  callOperation(running.server, route, question)
const named = (id: string) => operations.find((one) => one.id === id)!
const nowhere = { id: 'f'.repeat(32) }

test.each(operations.filter(({ scope }) => scope !== 'anyone'))(
  '$method $path is refused without the right $scope',
  async (operation) => {
    const at = Object.fromEntries([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, 'f'.repeat(32)]))
    const ask = async (headers: Record<string, string>) => (await call(operation, { at, headers })).status
    expect(await ask({})).toBe(401)
    expect(await ask({ authorization: 'Bearer hearth_made-up' })).toBe(401)
    // A token does not work as a cookie.
    expect(await ask({ cookie: `hearth_session_7117=${running.secrets.all}` })).toBe(401)
    for (const scope of scopes)
      if (scope !== operation.scope) expect(await ask({ authorization: `Bearer ${running.secrets[scope]}` })).toBe(403)
  },
)

test.each(operations.filter(({ body }) => body !== undefined && body !== 'file'))(
  '$method $path refuses an invalid body',
  async (operation) => {
    const at = { id: 'f'.repeat(32) }
    const headers = { authorization: `Bearer ${running.secrets.all}` }
    expect((await call(operation, { at, headers, body: { nonsense: 1 } })).status).toBe(400)
  },
)

test('an unknown path is 404, and another method is 405', async () => {
  const find = createRouter(running.server, operations)
  const status = async (method: string, path: string) =>
    (await find(method, path)?.answer(new Request('http://127.0.0.1:7117/'), '192.0.2.1'))?.status
  expect([await status('GET', '/api/v1/nothing'), find('GET', '/profilesx')]).toEqual([404, null])
  const notAllowed = await find('PUT', '/targets')!.answer(new Request('http://127.0.0.1:7117/'), '192.0.2.1')
  expect([notAllowed.status, notAllowed.headers.get('allow')]).toEqual([405, 'GET'])
  // The only path that two patterns match: the one without a placeholder is used.
  expect(
    (await find('POST', '/profiles/bulk')!.answer(new Request('http://127.0.0.1:7117/'), '192.0.2.1')).status,
  ).toBe(401)
})

test('a program without a valid token gets a token error, and a browser one about signing in', async () => {
  const codeOf = async (headers: Record<string, string>) => {
    const answer = await call(named('listTargets'), { headers })
    const { code, remedy } = (await answer.json()) as { code: string; remedy: string }
    return [answer.status, code, remedy.includes('token')]
  }
  for (const authorization of ['Bearer ', 'Bearer', '', 'Basic eDp5'])
    expect(await codeOf({ authorization })).toEqual([401, 'token-missing', true])
  expect(await codeOf({ 'user-agent': 'curl/8.5.0' })).toEqual([401, 'token-missing', true])
  expect(await codeOf({ authorization: 'Bearer hearth_made-up' })).toEqual([401, 'token-unknown', true])
  expect(await codeOf({ 'user-agent': 'Mozilla/5.0 (X11)' })).toEqual([401, 'not-signed-in', false])
})

test('with an Authorization header the cookie is ignored', async () => {
  const { cookie } = await running.signIn('eve', 'viewer')
  const ask = (headers: Record<string, string>) => call(named('getSession'), { headers })
  expect((await ask({ cookie })).status).toBe(200)
  for (const authorization of ['Bearer hearth_made-up', 'Basic eDp5', ''])
    expect((await ask({ cookie, authorization })).status).toBe(401)
  expect(await (await ask({ authorization: `Bearer ${running.secrets.read}` })).json()).toBeNull()
})

test('over plain HTTP a session needs a cookie and a key; over HTTPS a cookie with the __Host- prefix', async () => {
  const signIn = async (origin: string) => {
    const { code } = await running.server.people.sessions.makeCode({ person: 'zoe', role: 'viewer' }, 60_000)
    const answer = await call(named('signIn'), {
      headers: { origin },
      body: { code },
    })
    const cookie = answer.headers.get('set-cookie')!.split(';')[0]!
    return {
      cookie,
      key: ((await answer.json()) as { key: string | null }).key,
    }
  }
  const ask = async (headers: Record<string, string>) => (await call(named('getSession'), { headers })).status
  const { cookie, key } = await signIn('http://127.0.0.1:7117')
  const authorization = writeSessionKey(key!)
  expect([await ask({ cookie, authorization }), await ask({ cookie }), await ask({ authorization })]).toEqual([
    ...[200, 401, 401],
  ])
  const other = await signIn('http://127.0.0.1:7117')
  expect(await ask({ cookie, authorization: writeSessionKey(other.key!) })).toBe(401)
  const secure = await signIn('https://hearth.example')
  expect([secure.key, secure.cookie.startsWith('__Host-'), await ask({ cookie: secure.cookie })]).toEqual([
    ...[null, true, 200],
  ])
})

test.each<[Role, number, number, number]>([
  ['viewer', 200, 403, 403],
  ['member', 200, 404, 403],
  ['owner', 200, 404, 200],
])('a %s reads (%i), changes (%i), manages access (%i)', async (role, look, change, decide) => {
  const { cookie } = await running.signIn(role, role)
  const status = async (id: string) => (await call(named(id), { headers: { cookie }, at: nowhere })).status
  expect([await status('listTargets'), await status('deleteProfile'), await status('listTokens')]).toEqual([
    ...[look, change, decide],
  ])
})

test('values of arguments are shown on request to roles that may profile, and to no other role', async () => {
  const values = async (id: string, role: Role) => {
    const { cookie } = await running.signIn(role, role)
    const answer = await call(named(id), { headers: { cookie }, at: { id: 'a'.repeat(16) } })
    return [answer.status, (await answer.text()).includes('eu-1')]
  }
  for (const role of ['viewer', 'member', 'owner'] as const)
    for (const id of ['listTargets', 'getTarget']) expect(await values(id, role)).toEqual([200, false])
  expect(await values('showArguments', 'viewer')).toEqual([403, false])
  expect(await values('showArguments', 'member')).toEqual([200, true])
  const { cookie } = await running.signIn('eve', 'viewer')
  const events = await call(named('followEvents'), { headers: { cookie } })
  const reader = events.body!.getReader()
  const first = new TextDecoder().decode((await reader.read()).value)
  await reader.cancel()
  expect([first.includes('-Dregion=…'), first.includes('eu-1')]).toEqual([true, false])
})

test('revoking a person ends their sessions, links and tokens, and what these made; a service account stays', async () => {
  const [owner, gone] = [await running.signIn('owner', 'owner'), await running.signIn('gus', 'owner')]
  const make = async (body: object, headers: Record<string, string>) => {
    const made = (await (await call(named('makeToken'), { headers, body })).json()) as { secret: string }
    return { authorization: `Bearer ${made.secret}` }
  }
  const rights = ['read', 'admin']
  const own = await make({ name: 'of gus', scopes: rights }, { cookie: gone.cookie })
  const service = await make({ name: 'pipeline', scopes: rights, serviceAccount: true }, { cookie: gone.cookie })
  const grandchild = await make({ name: 'made by a token', scopes: rights }, own)
  const { code } = await running.server.people.sessions.makeCode({ person: 'gus', role: 'owner' }, 60_000)
  const profile = await running.saveProfile('a a\n1 1', {})
  await call(named('makeShare'), { headers: { cookie: gone.cookie }, at: { id: profile }, body: {} })
  const statuses = async () => {
    const all = [{ cookie: gone.cookie }, own, grandchild, service]
    return Promise.all(all.map(async (headers) => (await call(named('getSession'), { headers })).status))
  }
  expect(await statuses()).toEqual([200, 200, 200, 200])
  const revoked = await call(named('revokePerson'), { headers: { cookie: owner.cookie }, body: { person: 'gus' } })
  expect(await revoked.json()).toEqual({ sessions: 1, signInLinks: 1, tokens: 2, joinTokens: 0, shares: 1 })
  expect(await statuses()).toEqual([401, 401, 401, 200])
  expect((await call(named('signIn'), { body: { code } })).status).toBe(401)
  expect((await running.server.shares.list()).filter(({ createdBy }) => createdBy === 'gus')).toEqual([])
})

test('a changed role applies from the next request on; an owner cannot change their own', async () => {
  const [owner, other] = [await running.signIn('owner', 'owner'), await running.signIn('bob', 'owner')]
  const change = async (id: string) => {
    const headers = { cookie: owner.cookie }
    return (await call(named('changeRole'), { headers, at: { id }, body: { role: 'viewer' } })).status
  }
  expect([await change(owner.id), await change(other.id), await change(nowhere.id)]).toEqual([400, 204, 404])
  expect((await call(named('listTokens'), { headers: { cookie: other.cookie } })).status).toBe(403)
})

test('only owners can list and start experiments', async () => {
  const start = { at: { id: '1' }, body: { action: 'run', digest: 'd'.repeat(64) } }
  const statuses = async (role: Role, person: string) => {
    const headers = { cookie: (await running.signIn(person, role)).cookie }
    const answers = [call(named('listExperimentDirectories'), { headers })]
    for (const id of ['startExperiment', 'stopExperiment']) answers.push(call(named(id), { headers, ...start }))
    return Promise.all(answers.map(async (answer) => (await answer).status))
  }
  expect([await statuses('viewer', 'vic'), await statuses('member', 'mia')]).toEqual([
    [403, 403, 403],
    [403, 403, 403],
  ])
  expect(await statuses('owner', 'olga')).toEqual([200, 200, 200])
  const { cookie } = await running.signIn('olga', 'owner')
  const started = await call(named('startExperiment'), { headers: { cookie }, ...start })
  expect(await started.json()).toMatchObject({ underWay: { startedBy: 'olga' } })
  const numbers = ['0', '01', '2', '1e0', '..', 'f'.repeat(32)]
  for (const id of numbers)
    expect([id, (await call(named('stopExperiment'), { headers: { cookie }, at: { id } })).status]).toEqual([id, 404])
})

test('a token with too many requests has to wait, and no other token', async () => {
  const { secret } = await running.server.people.tokens.make(
    { name: 'wild', scopes: ['read'], expiresInDays: 1 },
    'owner',
  )
  const ask = async (token: string) =>
    (await call(named('listBlocks'), { headers: { authorization: `Bearer ${token}` } })).status
  const statuses: number[] = []
  for (let count = 0; count < 1000 && statuses.at(-1) !== 429; count++) statuses.push(await ask(secret))
  expect(statuses.at(-1)).toBe(429)
  expect(statuses.length).toBeGreaterThan(199)
  expect(await ask(running.secrets.read)).toBe(200)
}, 60_000)

test('too many sign-in attempts from a network get 429 with retry-after, and other networks do not', async () => {
  const find = createRouter(running.server, operations)
  const signIn = async (network: string, headers: Record<string, string> = {}) => {
    const request = new Request('http://127.0.0.1:7117/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ code: 'guessed' }),
    })
    return await find('POST', '/session')!.answer(request, network)
  }
  const statuses: number[] = []
  for (let attempt = 0; attempt < 25; attempt++) statuses.push((await signIn('198.51.100.9')).status)
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401))
  expect(statuses.at(-1)).toBe(429)
  expect((await signIn('198.51.100.9')).headers.get('retry-after')).toMatch(/^[1-9]$/)
  expect((await signIn('198.51.100.8')).status).toBe(401)
  const headers = { authorization: `Bearer ${running.secrets.read}` }
  expect((await signIn('198.51.100.9', headers)).status).toBe(401)
})

test('too many invalid tokens from a network get 429, and valid tokens of that network do not', async () => {
  const find = createRouter(running.server, operations)
  const ask = async (token: string) => {
    const request = new Request('http://127.0.0.1:7117/', { headers: { authorization: `Bearer ${token}` } })
    return (await find('GET', '/blocks')!.answer(request, '198.51.100.9')).status
  }
  const statuses: number[] = []
  for (let count = 0; count < 1000 && statuses.at(-1) !== 429; count++) statuses.push(await ask('hearth_guessed'))
  expect(statuses.slice(0, 300)).toEqual(Array(300).fill(401))
  expect(statuses.at(-1)).toBe(429)
  expect(await ask(running.secrets.read)).toBe(200)
})

test('an idempotency key belongs to one token or session, not to all with the same name', async () => {
  const make = () =>
    running.server.people.tokens.make({ name: 'pipeline', scopes: ['capture'], expiresInDays: 1 }, 'owner')
  const [one, other] = [await make(), await make()]
  const [first, second] = [await running.signIn('ann', 'member'), await running.signIn('ann', 'member')]
  const start = async (who: Record<string, string>, seconds: number) => {
    const body = { targetId: 'a'.repeat(16), seconds }
    const answer = await call(named('startCapture'), { body, headers: { ...who, 'idempotency-key': 'k' } })
    return answer.status
  }
  const of = ({ secret }: { secret: string }) => ({ authorization: `Bearer ${secret}` })
  expect([await start(of(one), 10), await start(of(other), 20), await start(of(one), 10)]).toEqual([201, 201, 200])
  expect([await start({ cookie: first.cookie }, 10), await start({ cookie: second.cookie }, 20)]).toEqual([201, 201])
})

test('a capture names the person who began it and the one who ended it, or the token that did', async () => {
  const [{ cookie: ann }, { cookie: bo }] = [
    await running.signIn('ann', 'member'),
    await running.signIn('bo', 'member'),
  ]
  const make = { name: 'ci', scopes: ['capture' as const], expiresInDays: 1 }
  const { secret } = await running.server.people.tokens.make(make, 'ann')
  const start = async () => {
    const body = { targetId: 'a'.repeat(16), seconds: 30 }
    return ((await (await call(named('startCapture'), { body, headers: { cookie: ann } })).json()) as { id: string }).id
  }
  const end = async (operation: string, headers: Record<string, string>) => {
    const answer = await call(named(operation), { at: { id: await start() }, headers })
    return (await answer.json()) as unknown
  }
  const [byBo, byToken] = [{ cookie: bo }, { authorization: `Bearer ${secret}` }]
  expect(await end('cancelCapture', byBo)).toMatchObject({ requestedBy: 'ann', endedBy: 'bo' })
  expect(await end('saveCapture', byBo)).toMatchObject({ requestedBy: 'ann', endedBy: 'bo' })
  expect(await end('cancelCapture', byToken)).toMatchObject({ endedBy: 'token ci' })
})

test('a sign-in link for another person has the address of the request', async () => {
  const { cookie } = await running.signIn('owner', 'owner')
  const make = async (headers: Record<string, string>) => {
    const question = { headers: { cookie, ...headers }, body: { person: 'bob', role: 'viewer' } }
    return ((await (await call(named('makeSignInLink'), question)).json()) as { link: string }).link
  }
  expect(await make({ origin: 'https://hearth.example' })).toMatch(/^https:\/\/hearth\.example\/sign-in#[\w-]{43}$/)
  expect(await make({ host: 'hearth.example:7117' })).toMatch(/^http:\/\/hearth\.example:7117\/sign-in#/)
})

const head = (id: string) => ({ ...named(id), method: 'HEAD' })

test('HEAD requests for events do not use up the limit of streams', async () => {
  const { cookie } = await running.signIn('ann', 'viewer')
  for (let count = 0; count < 501; count++)
    expect((await call(head('followEvents'), { headers: { cookie } })).status).toBe(200)
  const events = await call(named('followEvents'), { headers: { cookie } })
  expect([events.status, events.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  await events.body!.cancel()
})

test.each(['gzip', 'identity'])('a HEAD request for stored bytes (%s) leaves no file open', async (encoding) => {
  const id = await running.saveProfile('a a\nb c\n90 10', {})
  const { token } = await running.server.shares.make(
    id,
    { expiresInDays: 1, audience: 'public', redaction: null, embeddable: false, baselineId: null },
    { person: 'ann', origin: '' },
  )
  const openFiles = () => readdirSync('/proc/self/fd').length
  const before = openFiles()
  for (let count = 0; count < 20; count++) {
    const question = { at: { token }, headers: { 'accept-encoding': encoding } }
    const answer = await call(head('getSharedData'), question)
    expect([answer.status, answer.body, answer.headers.get('content-type')]).toEqual([
      ...[200, null, 'application/octet-stream'],
    ])
  }
  await waitUntil('no file is open', () => openFiles() <= before)
})

test.each([
  ['sends HEAD', 'HEAD', false],
  ['has disconnected', 'GET', true],
])('the stream of a handler is cancelled when the client %s', async (_, method, hasGone) => {
  const leaving = new AbortController()
  const cancelled: unknown[] = []
  const body = new ReadableStream({ cancel: () => void cancelled.push('cancelled') })
  const opening = operation('GET /opened', 'anyone', {
    id: 'open',
    summary: '',
    answers: { 201: 'bytes' },
    handle: () => {
      if (hasGone) leaving.abort()
      return new Response(body, { status: 201, headers: { 'x-told': 'yes' } })
    },
  })
  const request = new Request('http://127.0.0.1:7117/opened', { method, signal: leaving.signal })
  const answer = await createRouter(running.server, [opening])(method, '/opened')!.answer(request, '192.0.2.1')
  expect([cancelled, answer.status, answer.headers.get('x-told'), answer.body]).toEqual([
    ...[['cancelled'], 201, 'yes', null],
  ])
})
