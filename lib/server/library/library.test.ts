import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LibraryQuery } from '../../contract/library.ts'
import type { LiveEvent } from '../../contract/live-events.ts'
import { encodeProfile } from '../../profile/encoding/encode.ts'
import { createProfileBuilder } from '../../profile/model/profile-builder.ts'
import { emptyProvenance } from '../../profile/model/profile.ts'
import type { NewProfile } from '../../store/library/profiles.ts'
import { openStore, type Store } from '../../store/store.ts'
import { sampleNewProfile } from '../../testing/samples.ts'
import { createLibrary, type Library } from './library.ts'

// Computing distances starts a thread.
vi.setConfig({ testTimeout: 60_000 })

let directory = ''
let store: Store
let library: Library
let published: LiveEvent[] = []
const publish = (event: LiveEvent) => void published.push(event)
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-library-'))
  store = await openStore(directory)
  published = []
  library = createLibrary({ store, quotaBytes: null, publish })
})
afterEach(async () => {
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

const save = (more: Partial<NewProfile> = {}, bytes: Uint8Array = Buffer.from('x')) =>
  store.profiles.save(sampleNewProfile(more), bytes)

function packed(weights: Readonly<Record<string, number>>): Uint8Array {
  const builder = createProfileBuilder()
  for (const [name, weight] of Object.entries(weights))
    for (let index = 0; index < weight; index++)
      builder.sample(builder.stack(-1, builder.frame(name, 'java')), builder.thread('main', 1), index, 1)
  return gzipSync(encodeProfile(builder.finish('samples', emptyProvenance('perf'))))
}

describe('the beginning of an id', () => {
  test('completes to the id of the one profile that begins so, in digits of either case', async () => {
    const { id } = await save()
    expect(await library.completeId(id.slice(0, 8))).toEqual({ id, count: 1 })
    expect(await library.completeId(id.slice(0, 8).toUpperCase())).toEqual({ id, count: 1 })
  })

  test('completes to none where none or several begin so, and where it is too short or no id', async () => {
    const { id } = await save()
    for (const none of [id.slice(0, 3), '../etc', id.startsWith('0000') ? 'ffff' : '0000'])
      expect(await library.completeId(none)).toEqual({ id: null, count: 0 })
    // Of so few random ids no two begin alike.
    const page = (query: LibraryQuery) => store.library.page({ ...query, id: null })
    const alike = createLibrary({ store: { ...store, library: { ...store.library, page } }, quotaBytes: null, publish })
    await save()
    expect(await alike.completeId(id.slice(0, 8))).toEqual({ id: null, count: 2 })
  })
})

describe('changes of several profiles', () => {
  test('pinned profiles are not deleted, and deleted ones can be restored', async () => {
    const ids = [(await save()).id, (await save({ pinned: true })).id]
    const { changed, kept } = await library.change({ ids, action: 'delete' })
    expect([changed.map(({ id }) => id), kept.map(({ id }) => id)]).toEqual([[ids[0]], [ids[1]]])
    await library.change({ ids: [ids[0]!], action: 'restore' })
    expect((await store.profiles.list()).map(({ id }) => id).sort()).toEqual([...ids].sort())
  })

  test('a concurrent pin and deletion never leave a profile that is both', async () => {
    const act = (id: string, action: 'pin' | 'delete') => library.change({ ids: [id], action })
    const { id: first } = await save()
    const [, deleted] = await Promise.all([act(first, 'pin'), act(first, 'delete')])
    expect(deleted).toMatchObject({ changed: [], kept: [{ id: first, pinned: true, deletedAt: null }] })
    const { id: second } = await save()
    const [, pinned] = await Promise.all([act(second, 'delete'), act(second, 'pin')])
    expect(pinned).toEqual({ changed: [], kept: [] })
    expect(await store.profiles.find(second)).toMatchObject({ pinned: false, deletedAt: expect.any(Number) as number })
  })

  test('a label is added once and removed once; a repeated change changes nothing', async () => {
    const { id } = await save({ labels: ['a'] })
    const label = async (action: 'add-label' | 'remove-label', label: string) =>
      (await library.change({ ids: [id], action, label })).changed.map(({ labels }) => labels)
    expect(await label('add-label', 'b')).toEqual([['a', 'b']])
    expect(await label('add-label', 'b')).toEqual([])
    expect(await label('remove-label', 'a')).toEqual([['b']])
    expect(await label('remove-label', 'a')).toEqual([])
    expect((await store.profiles.find(id))?.labels).toEqual(['b'])
    expect((await library.change({ ids: [id], action: 'unpin' })).changed).toEqual([])
    await expect(library.change({ ids: [id], action: 'add-label' })).rejects.toMatchObject({ code: 'invalid-request' })
  })

  test('a profile with the maximum number of labels is reported as not changed', async () => {
    const labels = Array.from({ length: 20 }, (_, index) => `${index}`)
    const [full, other] = [await save({ labels }), await save()]
    const { changed, kept } = await library.change({ ids: [full.id, other.id], action: 'add-label', label: 'more' })
    expect([changed.map(({ id }) => id), kept]).toEqual([[other.id], [full]])
    expect((await store.profiles.find(full.id))?.labels).toEqual(labels)
  })

  test('open pages get an event for each of a few changes, and one event for many', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, async () => (await save()).id))
    await library.change({ ids: ids.slice(0, 2), action: 'pin' })
    expect(published.map(({ type }) => type)).toEqual(['profile', 'profile'])
    await library.change({ ids, action: 'pin' })
    expect(published.map(({ type }) => type)).toEqual(['profile', 'profile', 'library'])
  })

  test('deleting a pinned profile fails with the reason', async () => {
    const { id } = await save({ pinned: true })
    await expect(library.delete(id)).rejects.toMatchObject({ code: 'profile-pinned' })
    await expect(library.delete('f'.repeat(32))).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('a service', () => {
  test('is compared with the last profile before its deploy, and fails without a deploy', async () => {
    const before = await save({ createdAt: 1, imageDigest: 'a' })
    await expect(library.sinceDeploy('shop', null)).rejects.toMatchObject({
      code: 'no-deploy',
      message: 'All profiles of shop (CPU) are of one image, so there is no deploy to compare.',
    })
    await save({ service: 'imported', imageDigest: null, image: null })
    await expect(library.sinceDeploy('imported', null)).rejects.toMatchObject({
      code: 'no-deploy',
      message: 'No profile of imported (CPU) names an image, so there is no deploy to compare.',
    })
    const after = await save({ createdAt: 2, imageDigest: 'b' })
    expect(await library.sinceDeploy('shop', null)).toEqual({ service: 'shop', event: 'cpu', before, after })
    await expect(library.sinceDeploy('none', null)).rejects.toMatchObject({ code: 'not-found' })
    await expect(library.sinceDeploy('shop', 'alloc')).rejects.toMatchObject({ code: 'not-found' })
  })

  test('of an experiment has neither deploys nor replicas, and says so', async () => {
    const service = 'shop experiment/web'
    await save({ ...{ service, createdAt: 1 }, imageDigest: 'a', containerName: 'run-1' }, packed({ work: 1 }))
    await save({ ...{ service, createdAt: 2 }, imageDigest: 'b', containerName: 'run-2' }, packed({ work: 1 }))
    const problem = {
      code: 'of-experiment',
      message: 'shop experiment/web is what an experiment ran, so it has neither deploys nor replicas.',
    }
    await expect(library.sinceDeploy(service, null)).rejects.toMatchObject(problem)
    await expect(library.replicas({ service, event: null, withinMinutes: 10 })).rejects.toMatchObject(problem)
  })

  test('lists the replica that differs most first, with the functions that differ', async () => {
    const replica = (containerName: string, weights: Record<string, number>) =>
      save({ containerName, createdAt: 1 }, packed(weights))
    await replica('one', { work: 90, wait: 10 })
    await replica('two', { work: 88, wait: 12 })
    await expect(library.replicas({ service: 'shop', event: 'alloc', withinMinutes: 10 })).rejects.toMatchObject({
      code: 'not-found',
    })
    await replica('three', { work: 20, retry: 80 })
    const { replicas } = await library.replicas({ service: 'shop', event: null, withinMinutes: 10 })
    expect(replicas.map(({ profile }) => profile.containerName)[0]).toBe('three')
    expect(replicas[0]!.most.map(({ name }) => name)).toContain('retry')
    expect(replicas[0]!.distance).toBeGreaterThan(replicas[1]!.distance)
  })

  test('compares two replicas at any size, and of more those that fit', async () => {
    const replica = (containerName: string, createdAt: number) =>
      save({ containerName, createdAt }, packed({ work: 9 }))
    const mebibytes: Record<string, number> = { one: 70, two: 70, three: 60, four: 10 }
    for (const [at, name] of Object.keys(mebibytes).entries()) await replica(name, 9 - at)
    const together: typeof store.services.together = async (...args) =>
      (await store.services.together(...args)).map((profile) => ({
        ...profile,
        bytes: mebibytes[profile.containerName!]! * 2 ** 20,
      }))
    const large = { ...store, services: { ...store.services, together } }
    const query = { service: 'shop', event: null, withinMinutes: 10 }
    const read = async () => {
      const { replicas } = await createLibrary({ store: large, quotaBytes: null, publish }).replicas(query)
      return replicas.map(({ profile }) => profile.containerName).sort()
    }
    expect(await read()).toEqual(['one', 'two'])
    Object.assign(mebibytes, { one: 1, two: 1 })
    expect(await read()).toEqual(['one', 'three', 'two'])
    Object.assign(mebibytes, { three: 70 })
    expect(await read()).toEqual(['four', 'one', 'two'])
  })

  test('needs two replicas with captures close in time', async () => {
    await save({ containerName: 'one', createdAt: 0 }, packed({ work: 1 }))
    await save({ containerName: 'two', createdAt: 3_600_000 }, packed({ work: 1 }))
    await expect(library.replicas({ service: 'shop', event: null, withinMinutes: 10 })).rejects.toMatchObject({
      code: 'no-replicas',
    })
  })
})

describe('retention and quota', () => {
  const old = { createdAt: Date.now() - 40 * 86_400_000 }

  test('rules have a preview of what they delete, and deleted profiles can be restored', async () => {
    const { id } = await save(old)
    await save({ ...old, pinned: true })
    const rules = [{ service: null, days: 30, maxBytes: null }]
    expect(await library.previewRules(rules)).toEqual({ profiles: 1, bytes: 1 })
    expect(await library.setRules(rules)).toMatchObject({ profiles: 1, pinned: 1, deleted: 1, rules, quotaBytes: null })
    expect(published).toEqual([{ type: 'library' }])
    expect((await store.profiles.list({ deleted: true })).map((one) => one.id)).toEqual([id])
  })

  test('more profiles are deleted than one SQL statement can name, without blocking the event loop', async () => {
    const { id } = await save(old)
    const ids = Array.from({ length: 40_000 }, (_, index) => index.toString(16).padStart(32, '0'))
    const overdue = async () => [...ids, id].map((each) => ({ id: each, bytes: 1 }))
    const large = { ...store, retention: { ...store.retention, overdue } }
    let turns = 0
    const counting = setInterval(() => turns++, 1)
    await createLibrary({ store: large, quotaBytes: null, publish: () => {} }).applyRetention()
    clearInterval(counting)
    expect(await store.profiles.find(id)).toMatchObject({ deletedAt: expect.any(Number) as number })
    expect(turns).toBeGreaterThan(10)
  })

  test('two rules for one service are refused', async () => {
    const rule = { service: 'shop', days: 1, maxBytes: null }
    await expect(library.setRules([rule, rule])).rejects.toMatchObject({ code: 'invalid-request' })
  })

  test('with a reached quota nothing new is stored', async () => {
    const full = await openStore(join(directory, 'full'), 1)
    const small = createLibrary({ store: full, quotaBytes: 1, publish: () => {} })
    await small.assertQuota()
    await full.profiles.save(sampleNewProfile(), Buffer.from('x'))
    await expect(small.assertQuota()).rejects.toMatchObject({
      code: 'quota-reached',
      facts: { usedBytes: 1, quotaBytes: 1 },
    })
    await full.close()
  })
})
