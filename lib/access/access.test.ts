import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Problem } from '../errors.ts'
import { openStore, type Store } from '../store/store.ts'
import { sampleNewProfile } from '../testing/samples.ts'
import { readSessionKey, readSessionSecrets, sessionCookie, writeSessionKey } from './session-cookie.ts'
import { type Access, createAccess } from './sessions.ts'
import { createShareLinks } from './share-links.ts'
import { buildListenOrigin } from '../config.ts'
import { makeSignInLink } from './sign-in-link.ts'

const hourMs = 3_600_000
let directory = ''
let store: Store
let access: Access
let now = 1_700_000_000_000
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-access-'))
  store = await openStore(directory)
  access = createAccess(store.sessions, () => now)
})
afterEach(async () => {
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})
const signIn = async (person = 'owner') => {
  const { code } = await access.makeCode({ person, role: 'owner' }, hourMs)
  return { code, ...(await access.signIn(code, 'Firefox', 'https')) }
}

test('a code signs in once and only once', async () => {
  const { code, token, session } = await signIn()
  expect(await access.findSession(token)).toEqual({
    ...session,
    current: true,
  })
  await expect(access.signIn(code, 'x', 'https')).rejects.toMatchObject({
    code: 'sign-in-link-spent',
    status: 401,
  })
})

test('a code that has expired or was never issued is refused', async () => {
  const { code } = await access.makeCode({ person: 'owner', role: 'owner' }, 1000)
  now += 1000
  await expect(access.signIn(code, 'x', 'https')).rejects.toMatchObject({
    code: 'sign-in-link-spent',
  })
  await expect(access.signIn('made-up', 'x', 'https')).rejects.toMatchObject({
    code: 'sign-in-link-spent',
  })
  expect(await access.findSession('made-up')).toBeNull()
})

test('a session ends after 8 hours without a request, and after 24 hours in any case', async () => {
  const idle = await signIn()
  const busy = await signIn()
  for (let hour = 0; hour < 23; hour++) {
    now += hourMs
    expect(await access.findSession(busy.token)).not.toBeNull()
  }
  expect(await access.findSession(idle.token)).toBeNull()
  now += hourMs
  expect(await access.findSession(busy.token)).toBeNull()
  await access.removeExpired()
  expect(await store.sessions.list()).toEqual([])
})

test('on a full disk a session stays valid, and any other error is thrown', async () => {
  const { token } = await signIn()
  now += hourMs
  const failing = (error: Error) =>
    createAccess({ ...store.sessions, touch: () => Promise.reject(error) }, () => now).findSession(token)
  expect(await failing(new Problem('disk-full', { path: '/data' }))).toMatchObject({ person: 'owner' })
  await expect(failing(new Error('broken'))).rejects.toThrow('broken')
})

test('a session can end another one, or all others at once', async () => {
  const [first, second, third] = [await signIn(), await signIn('teammate'), await signIn()]
  expect(await access.list(first.session)).toHaveLength(3)
  expect((await access.list(first.session)).filter(({ current }) => current)).toMatchObject([{ id: first.session.id }])
  expect(await access.end(second.session.id)).toBe(true)
  expect(await access.findSession(second.token)).toBeNull()
  expect(await access.endAllBut(first.session.id)).toBe(1)
  expect(await access.findSession(third.token)).toBeNull()
  expect(await access.findSession(first.token)).not.toBeNull()
})

test('the data directory holds no secret: no code, no cookie, no share link', async () => {
  const { code, token } = await signIn()
  const shares = createShareLinks(store.shares)
  const profile = await store.profiles.save(sampleNewProfile({ createdAt: now }), new Uint8Array(1))
  const share = await shares.make({
    ...{ profileId: profile.id, baselineId: null, audience: 'public', redaction: null, embeddable: false },
    ...{ origin: 'http://127.0.0.1:7117', createdBy: 'owner', copies: null, days: 400 },
  })
  expect(share.share.expiresAt - share.share.createdAt).toBe(30 * 24 * hourMs)
  expect((await shares.find(share.token))?.share.profileId).toBe(profile.id)
  const unspent = (await access.makeCode({ person: 'owner', role: 'owner' }, hourMs)).code
  const everything = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('')
  for (const secret of [code, token, share.token, unspent]) expect(everything).not.toContain(secret)
})

test('a link made on the command line beside the running server signs in there', async () => {
  const link = await makeSignInLink({
    ...{ bind: '127.0.0.1', port: 7117, hosts: [], tls: null, dataDirectory: directory },
  })
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:7117\/sign-in#[\w-]{43}$/)
  const real = createAccess(store.sessions)
  expect((await real.signIn(link.split('#')[1]!, 'x', 'https')).session.person).toBe('owner')
})

test('a link has an address that a browser can open', () => {
  const plain = { hosts: ['hearth.example'], tls: null }
  expect(buildListenOrigin({ ...plain, bind: '0.0.0.0' }, 80)).toBe('http://127.0.0.1:80')
  expect(buildListenOrigin({ ...plain, bind: '::1' }, 7117)).toBe('http://[::1]:7117')
  expect(buildListenOrigin({ ...plain, bind: '10.0.0.5' }, 7117)).toBe('http://10.0.0.5:7117')
  const tls = { certificate: '/etc/tls.crt', key: '/etc/tls.key' }
  expect(buildListenOrigin({ hosts: [], tls, bind: '0.0.0.0' }, 7117)).toBe('https://127.0.0.1:7117')
  expect(buildListenOrigin({ ...plain, tls, bind: '0.0.0.0' }, 7117)).toBe('https://hearth.example:7117')
})

const headers = (cookie: string, key: string | null = null) =>
  new Headers({
    cookie,
    ...(key !== null && { authorization: writeSessionKey(key) }),
  })
const pairOf = (setCookie: string) => setCookie.split(';')[0]!

test('over plain HTTP a session needs both the cookie and the key', async () => {
  const { code } = await access.makeCode({ person: 'owner', role: 'owner' }, hourMs)
  const { token, key, session } = await access.signIn(code, 'Firefox', 'clear')
  const found = (cookie: string, sentKey: string | null) =>
    Promise.all(readSessionSecrets(7117, headers(cookie, sentKey)).map((secret) => access.findSession(secret)))
  const pair = pairOf(sessionCookie(7117, token, 'clear'))
  expect(await found(pair, key)).toEqual([{ ...session, current: true }])
  expect(await found(pair, null)).toEqual([])
  expect(await found('theme=dark', key)).toEqual([])
  expect(await found(pair, 'guessed')).toEqual([null])
  // A cookie that a program on another port received does not work as the cookie of HTTPS, which needs no key.
  expect(await found(pairOf(sessionCookie(7117, token, 'https')), key)).toEqual([null])
})

test('a session cookie is found among others, and that of another Hearth is ignored', () => {
  const pair = pairOf(sessionCookie(7117, 'secret', 'https'))
  expect(readSessionSecrets(7117, headers(`theme=dark; ${pair}; other=1`))).toEqual(['secret'])
  expect(readSessionSecrets(7118, headers(`theme=dark; ${pair}`))).toEqual([])
  expect(readSessionSecrets(7117, headers(pairOf(sessionCookie(7117, null, 'https'))))).toEqual([])
  expect(readSessionSecrets(7117, new Headers())).toEqual([])
  const both = `${pair}; ${pairOf(sessionCookie(7117, 'clear', 'clear'))}`
  expect(readSessionSecrets(7117, headers(both, 'key'))).toEqual(['secret', 'clear.key'])
})

test.each(['Basic', 'Basic eDp5', 'Basic %%%', 'Bearer hearth_x', `Basic ${btoa('hearth:')}`])(
  '%j has no session key',
  (authorization) => {
    expect(readSessionKey(new Headers({ authorization }))).toBeNull()
  },
)

test('a session cookie is HttpOnly and SameSite=Strict; over HTTPS also Secure and bound to this host', () => {
  for (const way of ['https', 'clear'] as const) {
    for (const token of ['secret', null]) {
      const [pair, ...attributes] = sessionCookie(7117, token, way).split('; ')
      expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Strict']))
      expect([attributes.includes('Secure'), pair!.startsWith('__Host-')]).toEqual(Array(2).fill(way === 'https'))
      expect(attributes.some((attribute) => attribute.startsWith('Domain'))).toBe(false)
    }
  }
})
