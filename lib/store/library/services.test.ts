import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isExperimentService } from '../../contract/experiment-service.ts'
import { sampleNewProfile } from '../../testing/samples.ts'
import type { NewProfile } from './profiles.ts'
import { openStore, type Store } from '../store.ts'

let directory = ''
let store: Store
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-services-'))
  store = await openStore(directory)
})
afterEach(async () => {
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

const bytes = new TextEncoder().encode('x')
const save = (createdAt: number, imageDigest: string | null, more: Partial<NewProfile> = {}) =>
  store.profiles.save(
    sampleNewProfile({ createdAt, imageDigest, image: 'shop:latest', name: `${createdAt}`, ...more }),
    bytes,
  )

test('a change of the digest under the same tag is a deploy, and so is going back', async () => {
  await save(1, 'a')
  await save(2, 'a')
  await save(3, 'b')
  await save(4, 'a')
  const { deploys, profiles } = await store.services.timeline('shop', null)
  expect(deploys).toEqual([
    { image: 'a', imageName: 'shop:latest', from: 1, to: 2, profiles: 2 },
    { image: 'b', imageName: 'shop:latest', from: 3, to: 3, profiles: 1 },
    { image: 'a', imageName: 'shop:latest', from: 4, to: 4, profiles: 1 },
  ])
  expect(profiles.map(({ name }) => name)).toEqual(['4', '3', '2', '1'])
})

test('the last profile before the deploy is of the same event, and of the same engine where there is one', async () => {
  await save(1, 'a', { name: 'perf before' })
  await save(2, 'a', { name: 'jfr before', engine: 'jfr' })
  await save(3, 'a', { name: 'other event', event: 'alloc' })
  const after = await save(5, 'b')
  expect((await store.services.beforeDeploy(after))?.name).toBe('perf before')
  const byAsyncProfiler = await save(6, 'b', { engine: 'async-profiler' })
  expect((await store.services.beforeDeploy(byAsyncProfiler))?.name).toBe('jfr before')
})

test('a deploy that changes the JDK has a profile before it, though JFR counts in another unit then', async () => {
  await save(1, 'a', { engine: 'jfr', unit: 'samples', name: 'JDK 17' })
  await save(2, 'a', { engine: 'jfr', unit: 'bytes', name: 'bytes' })
  const after = await save(5, 'b', { engine: 'jfr', unit: 'nanoseconds' })
  expect((await store.services.beforeDeploy(after))?.name).toBe('JDK 17')
  const bytesAfter = await save(6, 'b', { engine: 'jfr', unit: 'bytes' })
  expect((await store.services.beforeDeploy(bytesAfter))?.name).toBe('bytes')
})

test('what came from a file, and knows no image, is no deploy', async () => {
  await save(1, 'a')
  await save(2, null, { image: null })
  const after = await save(3, 'a')
  expect(await store.services.beforeDeploy(after)).toBeNull()
  expect((await store.services.timeline('shop', null)).deploys).toHaveLength(1)
})

test('a merge of an old image, or an old file that is added later, is no deploy and not the newest', async () => {
  await save(1, 'a')
  await save(2, 'a')
  await save(5, 'b', { name: 'newest' })
  const merge = await save(8, 'a', { capturedAt: 1 })
  await save(9, 'a', { capturedAt: 3, name: 'last of a' })
  const { deploys, profiles } = await store.services.timeline('shop', null)
  expect(deploys).toEqual([
    { image: 'a', imageName: 'shop:latest', from: 1, to: 2, profiles: 2 },
    { image: 'b', imageName: 'shop:latest', from: 5, to: 5, profiles: 1 },
  ])
  expect(profiles.map(({ name }) => name)).toEqual(['last of a', '8', 'newest', '2', '1'])
  const newest = (await store.services.newest('shop', null))!
  expect(newest.name).toBe('newest')
  expect((await store.services.beforeDeploy(newest))?.name).toBe('last of a')
  expect(await store.services.beforeDeploy(merge)).toBeNull()
})

test('files that were recorded at the same time, as far as they say, are deploys in the order in which they were added', async () => {
  await save(7, 'a', { capturedAt: 1 })
  const after = await save(8, 'b', { capturedAt: 1 })
  expect(await store.services.newest('shop', null)).toEqual(after)
  expect((await store.services.beforeDeploy(after))?.name).toBe('7')
  const { deploys } = await store.services.timeline('shop', null)
  expect(deploys.map(({ image, from }) => [image, from])).toEqual([
    ['a', 7],
    ['b', 8],
  ])
})

test('the runs of an experiment, with an image for each configuration in random order, are no deploys', async () => {
  const service = 'shop experiment/web'
  await save(1, 'jre-17', { service })
  await save(2, 'jre-25', { service })
  const newest = await save(3, 'jre-17', { service })
  expect(await store.services.beforeDeploy(newest)).toBeNull()
  expect(await store.services.timeline(service, null)).toMatchObject({ deploys: [], profiles: [{}, {}, {}] })
  expect(await store.services.list()).toMatchObject([{ service, profiles: 3, images: 0 }])
})

test('a service is one of an experiment by the same letters in SQL as everywhere else', async () => {
  const service = 'shop Experiment/web'
  await save(1, 'a', { service })
  expect(isExperimentService(service)).toBe(false)
  expect(await store.services.list()).toMatchObject([{ service, images: 1 }])
})

test('the list says how many images the profiles of each service name', async () => {
  await save(1, 'a')
  await save(2, 'a')
  await save(3, 'b', { service: 'cart' })
  await save(4, 'a', { service: 'cart' })
  await save(5, null, { service: 'imported', image: null })
  const images = (await store.services.list()).map(({ service, images }) => [service, images])
  expect(images).toEqual([
    ['imported', 0],
    ['cart', 2],
    ['shop', 1],
  ])
})

test('the newest profile is of CPU unless another event is asked for or nothing else is there', async () => {
  await save(1, 'a')
  await save(2, 'a', { event: 'alloc' })
  expect((await store.services.newest('shop', null))?.event).toBe('cpu')
  expect((await store.services.newest('shop', 'alloc'))?.name).toBe('2')
  await save(3, 'a', { service: 'cart', event: 'lock' })
  expect((await store.services.newest('cart', null))?.event).toBe('lock')
  expect(await store.services.newest('none', null)).toBeNull()
})

test('the newest profile is one that knows its image, where there is any', async () => {
  await save(1, 'a', { name: 'captured' })
  await save(2, null, { image: null, name: 'imported' })
  expect((await store.services.newest('shop', null))?.name).toBe('captured')
  expect((await store.services.newest('shop', 'cpu'))?.name).toBe('captured')
  await save(3, null, { image: null, service: 'cart', name: 'older' })
  await save(4, null, { image: null, service: 'cart', name: 'newer' })
  expect((await store.services.newest('cart', null))?.name).toBe('newer')
})

test('services are listed with what they hold, the last profiled first; deleted profiles do not count', async () => {
  await save(1, 'a')
  await save(2, 'a', { service: 'cart' })
  const { id } = await save(9, 'a')
  await store.profiles.setDeleted(id, 10)
  expect(await store.services.list()).toEqual([
    { service: 'cart', profiles: 1, bytes: 1, lastAt: 2, images: 1 },
    { service: 'shop', profiles: 1, bytes: 1, lastAt: 1, images: 1 },
  ])
})

test('captured together are those of one image, within a time', async () => {
  await save(1, 'b')
  await save(5, 'a')
  await save(6, 'b', { event: 'alloc' })
  await save(7, 'b')
  const newest = await save(9, 'b')
  expect((await store.services.together(newest, 5)).map(({ name }) => name)).toEqual(['9', '7'])
})
