import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ProfileSummary } from '../../contract/profile.ts'
import type { RetentionRule } from '../../contract/library.ts'
import { sampleFirstPaint, sampleNewProfile } from '../../testing/samples.ts'
import type { NewProfile } from './profiles.ts'
import { openStore, type Store } from '../store.ts'

let directory = ''
let store: Store
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-retention-'))
  store = await openStore(directory)
})
afterEach(async () => {
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

const day = 86_400_000
const save = (name: string, days: number, more: Partial<NewProfile> = {}) =>
  store.profiles.save(sampleNewProfile({ name, createdAt: days * day, ...more }), Buffer.from(name.padEnd(10, '.')))
const rule = (more: Partial<RetentionRule>): RetentionRule => ({ service: null, days: null, maxBytes: null, ...more })
/** Names of what these rules would throw away on day 100. */
async function thrown(...rules: RetentionRule[]): Promise<string[]> {
  const overdue = await store.retention.overdue(rules, 100 * day)
  const found = await Promise.all(overdue.map(({ id }) => store.profiles.find(id)))
  return found.map((profile) => profile!.name).sort()
}

test('without a rule nothing goes, and a rule without limits takes nothing', async () => {
  await save('old', 0)
  expect(await thrown()).toEqual([])
  expect(await thrown(rule({}))).toEqual([])
})

test('what is older than so many days goes, of all services without a rule of their own', async () => {
  await save('old', 60)
  await save('young', 80)
  await save('kept', 0, { service: 'cart' })
  expect(await thrown(rule({ days: 30 }), rule({ service: 'cart', days: null }))).toEqual(['old'])
  expect(await thrown(rule({ days: 30 }))).toEqual(['kept', 'old'])
  expect(await thrown(rule({ service: 'cart', days: 1 }))).toEqual(['kept'])
})

test('of each service the oldest go until the rest has room', async () => {
  for (const index of [1, 2, 3]) await save(`shop ${index}`, index)
  await save('cart 1', 1, { service: 'cart' })
  expect(await thrown(rule({ maxBytes: 20 }))).toEqual(['shop 1'])
  expect(await thrown(rule({ maxBytes: 19 }))).toEqual(['shop 1', 'shop 2'])
})

test('pinned profiles stay whatever a rule says, and take their room first', async () => {
  await save('pinned', 1, { pinned: true })
  await save('shop 2', 2)
  await save('shop 3', 3)
  expect(await thrown(rule({ days: 1 }))).toEqual(['shop 2', 'shop 3'])
  expect(await thrown(rule({ maxBytes: 20 }))).toEqual(['shop 2'])
  expect(await thrown(rule({ maxBytes: 1 }))).toEqual(['shop 2', 'shop 3'])
})

test('rules are kept as they were set, all anew', async () => {
  await store.retention.changeRules(() => [rule({ service: 'cart', days: 7 }), rule({ days: 90 })])
  await store.retention.changeRules(() => [rule({ service: 'shop', maxBytes: 1 }), rule({ days: 30 })])
  expect(await store.retention.rules()).toEqual([rule({ days: 30 }), rule({ service: 'shop', maxBytes: 1 })])
})

test('a quota says so before anything is stored, and what is there stays', async () => {
  const small = await openStore(join(directory, 'small'), 25)
  try {
    const put = (text: string) => small.profiles.save(sampleNewProfile(), Buffer.from(text))
    await put('ten bytes.')
    await put('ten bytes.')
    expect(await small.profiles.usedBytes()).toBe(10)
    await put('ten others')
    await expect(put('six more')).rejects.toMatchObject({
      code: 'quota-reached',
      facts: { usedBytes: 20, quotaBytes: 25 },
    })
    expect(await small.profiles.list()).toHaveLength(3)
  } finally {
    await small.close()
  }
})

/** A link that shows copies of these texts. */
const linkTo = (profile: ProfileSummary, tokenHash: string, text: string, baseline: string | null = null) => {
  const copyOf = (copy: string) => ({
    ...{ summary: profile, encodedBytes: 1 },
    ...{ gzipped: Buffer.from(copy), firstPaint: sampleFirstPaint },
  })
  return {
    ...{
      profileId: profile.id,
      baselineId: null,
      audience: 'public' as const,
      embeddable: false,
      origin: '',
      createdBy: 'ada',
    },
    ...{ now: 1, expiresAt: 100, redaction: { keepPackages: [], threads: true, places: true }, tokenHash },
    copies: { profile: copyOf(text), baseline: baseline === null ? null : copyOf(baseline) },
  }
}

test('a redacted copy takes room as a profile does, and gives it back with its link', async () => {
  const small = await openStore(join(directory, 'small'), 30)
  try {
    const saved = await small.profiles.save(sampleNewProfile(), Buffer.from('ten bytes.'))
    const { id } = await small.shares.add(linkTo(saved, '1', 'ten masked'))
    await small.shares.add(linkTo(saved, '2', 'ten masked')) // the same bytes are there once
    expect(await small.profiles.usedBytes()).toBe(20)
    const refused = { code: 'quota-reached', facts: { usedBytes: 20, quotaBytes: 30 } }
    await expect(small.shares.add(linkTo(saved, '3', 'ten before', 'x'))).rejects.toMatchObject(refused)
    const more = Buffer.from('eleven more')
    await expect(small.profiles.save(sampleNewProfile(), more)).rejects.toMatchObject(refused)
    expect(await small.shares.list(1)).toHaveLength(2)
    await small.shares.revoke(id, 2)
    expect(await small.profiles.usedBytes()).toBe(20)
    await small.shares.sweep(100)
    expect(await small.profiles.usedBytes()).toBe(10)
  } finally {
    await small.close()
  }
})

test('a profile and a copy that come at once do not both get the last room', async () => {
  const small = await openStore(join(directory, 'small'), 25)
  try {
    const saved = await small.profiles.save(sampleNewProfile(), Buffer.from('ten bytes.'))
    const both = await Promise.allSettled([
      small.shares.add(linkTo(saved, '1', 'ten masked')),
      small.profiles.save(sampleNewProfile(), Buffer.from('ten others')),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await small.profiles.usedBytes()).toBe(20)
  } finally {
    await small.close()
  }
})
