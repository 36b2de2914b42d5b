import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Problem } from '../errors.ts'
import { openStore, type Store } from '../store/store.ts'
import { sampleNewProfile } from '../testing/samples.ts'
import { type Access, createAccess, readSessionCookie, sessionCookie } from './sessions.ts'
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
  return { code, ...(await access.signIn(code, 'Firefox')) }
}

test('a code signs in once and only once', async () => {
  const { code, token, session } = await signIn()
  expect(await access.findSession(token)).toEqual({ ...session, current: true })
  await expect(access.signIn(code, 'x')).rejects.toMatchObject({ code: 'sign-in-link-spent', status: 401 })
})

test('a code that is too old or made up signs nobody in', async () => {
  const { code } = await access.makeCode({ person: 'owner', role: 'owner' }, 1000)
  now += 1000
  await expect(access.signIn(code, 'x')).rejects.toMatchObject({ code: 'sign-in-link-spent' })
  await expect(access.signIn('made-up', 'x')).rejects.toMatchObject({ code: 'sign-in-link-spent' })
  expect(await access.findSession('made-up')).toBeNull()
})

test('a session ends after 8 hours unseen, or 24 hours whatever happens', async () => {
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

test('on a full disk whoever is signed in stays so, and what else fails is told', async () => {
  const { token } = await signIn()
  now += hourMs
  const failing = (error: Error) =>
    createAccess({ ...store.sessions, touch: () => Promise.reject(error) }, () => now).findSession(token)
  expect(await failing(new Problem('disk-full', { path: '/data' }))).toMatchObject({ person: 'owner' })
  await expect(failing(new Error('broken'))).rejects.toThrow('broken')
})

test('a session can be ended from another one, and all others at once', async () => {
  const [first, second, third] = [await signIn(), await signIn('teammate'), await signIn()]
  expect(await access.list(first.session)).toHaveLength(3)
  expect((await access.list(first.session)).filter(({ current }) => current)).toMatchObject([{ id: first.session.id }])
  expect(await access.end(second.session.id)).toBe(true)
  expect(await access.findSession(second.token)).toBeNull()
  expect(await access.endAllBut(first.session.id)).toBe(1)
  expect(await access.findSession(third.token)).toBeNull()
  expect(await access.findSession(first.token)).not.toBeNull()
})

test('no secret is in the data directory: not the code, not the cookie, not the share link', async () => {
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
  const link = await makeSignInLink({ bind: '127.0.0.1', port: 7117, dataDirectory: directory })
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:7117\/sign-in#[\w-]{43}$/)
  const real = createAccess(store.sessions)
  expect((await real.signIn(link.split('#')[1]!, 'x')).session.person).toBe('owner')
})

test('the address in a link is one that a browser can open', () => {
  expect(buildListenOrigin({ bind: '0.0.0.0' }, 80)).toBe('http://127.0.0.1:80')
  expect(buildListenOrigin({ bind: '::1' }, 7117)).toBe('http://[::1]:7117')
  expect(buildListenOrigin({ bind: '10.0.0.5' }, 7117)).toBe('http://10.0.0.5:7117')
})

test('a session cookie is read back among others, and not from another Hearth’s', () => {
  const cookie = sessionCookie(7117, 'secret', false)
  expect(cookie).toContain('HttpOnly')
  expect(cookie).toContain('SameSite=Strict')
  const pair = cookie.split(';')[0]!
  expect(readSessionCookie(7117, `theme=dark; ${pair}; other=1`)).toBe('secret')
  expect(readSessionCookie(7118, `theme=dark; ${pair}`)).toBeNull()
  expect(readSessionCookie(7117, sessionCookie(7117, null, false).split(';')[0])).toBeNull()
  expect(readSessionCookie(7117, undefined)).toBeNull()
})

test('a session cookie is closed to scripts and other sites, and to the clear where HTTPS was', () => {
  for (const isHttps of [true, false]) {
    for (const token of ['secret', null]) {
      const attributes = sessionCookie(7117, token, isHttps).split('; ').slice(1)
      expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Strict']))
      expect(attributes.includes('Secure')).toBe(isHttps)
      expect(attributes.some((attribute) => attribute.startsWith('Domain'))).toBe(false)
    }
  }
})
