import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Problem } from '../errors.ts'
import { openStore, type Store } from '../store/store.ts'
import { createTokens, type Tokens } from './tokens.ts'

const dayMs = 86_400_000
let directory = ''
let store: Store
let tokens: Tokens
let now = 1_700_000_000_000
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-tokens-'))
  store = await openStore(directory)
  tokens = createTokens(store.tokens, () => now)
})
afterEach(async () => {
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})
const make = (expiresInDays: number | null = 90) =>
  tokens.make({ name: 'pipeline', scopes: ['capture', 'read', 'capture'], expiresInDays }, 'owner')

test('a token is found by its secret, with its scopes without duplicates', async () => {
  const { token, secret } = await make()
  expect(secret).toMatch(/^hearth_[\w-]{43}$/)
  expect(token).toMatchObject({ scopes: ['read', 'capture'], createdBy: 'owner', lastUsedAt: null })
  expect(await tokens.find(secret)).toEqual(token)
  for (const wrong of ['', 'hearth_', secret.slice(7), `${secret}x`, secret.toUpperCase(), token.id])
    expect(await tokens.find(wrong)).toBeNull()
})

test('it ends at its expiry, if it has one, or when it is revoked', async () => {
  const [short, lasting, revoked] = [await make(7), await make(null), await make()]
  now += 7 * dayMs - 1
  expect(await tokens.find(short.secret)).not.toBeNull()
  now += 1
  expect(await tokens.find(short.secret)).toBeNull()
  expect(await tokens.revoke(revoked.token.id)).toBe(true)
  expect(await tokens.revoke(revoked.token.id)).toBe(false)
  expect(await tokens.find(revoked.secret)).toBeNull()
  now += 10_000 * dayMs
  expect(await tokens.find(lasting.secret)).not.toBeNull()
  expect((await tokens.list()).map(({ id }) => id)).toEqual([lasting.token.id])
  await tokens.removeExpired()
  expect((await store.tokens.list()).map(({ id }) => id)).toEqual([lasting.token.id])
})

test('the time of its last use is stored, to the minute', async () => {
  const { secret } = await make()
  now += 5000
  await tokens.find(secret)
  const [used] = await tokens.list()
  expect(used!.lastUsedAt).toBe(now)
  now += 30_000
  await tokens.find(secret)
  expect((await tokens.list())[0]!.lastUsedAt).toBe(used!.lastUsedAt)
})

test('on a full disk a token stays valid, and any other error is thrown', async () => {
  const { token, secret } = await make()
  const failing = (error: Error) =>
    createTokens({ ...store.tokens, touch: () => Promise.reject(error) }, () => now).find(secret)
  expect(await failing(new Problem('disk-full', { path: '/data' }))).toEqual(token)
  await expect(failing(new Error('broken'))).rejects.toThrow('broken')
})

test('the data directory holds no secret', async () => {
  const { secret } = await make()
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const everything = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1')).join('')
  expect(everything).toContain('pipeline')
  expect(everything).not.toContain(secret.slice(7))
})
