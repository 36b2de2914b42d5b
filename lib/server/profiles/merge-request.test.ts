/** The operation that merges, through the router, over a real store. */
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noService } from '../../contract/constants.ts'
import type { ProfileSummary } from '../../contract/profile.ts'
import { decodeProfile, encodeProfile } from '../../profile/encoding/encode.ts'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { callOperation } from '../testing/call-operation.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

let running: TestServer
beforeAll(async () => {
  running = await startTestServer()
})
afterAll(() => running[Symbol.asyncDispose]())

async function merge(body: unknown, secret = running.secrets.manage) {
  const headers = { authorization: `Bearer ${secret}` }
  const answer = await callOperation(running.server, { method: 'POST', path: '/profiles/merge' }, { body, headers })
  return { status: answer.status, body: (await answer.json()) as ProfileSummary & { code: string; remedy: string } }
}

async function decoded(id: string) {
  const { stream } = await running.server.profiles.open(id)
  return decodeProfile(Uint8Array.from(gunzipSync(await buffer(stream))))
}

test('two profiles become a third, which says of what it was made', async () => {
  const a = await running.saveProfile('a a\nb c\n90 10', { name: 'shop-a', service: 'shop' })
  const b = await running.saveProfile('a a\nb d\n40 60', { name: 'shop-b', service: 'shop' })
  const { status, body } = await merge({ ids: [a, b] })
  expect({ status, total: body.total, name: body.name }).toEqual({
    status: 201,
    total: 200,
    name: 'shop CPU, 2 merged',
  })
  const { provenance, samples } = await decoded(body.id)
  expect(samples.weight.reduce((sum, one) => sum + one, 0)).toBe(200)
  expect(provenance.mergedFrom?.profiles.map(({ name }) => name).sort()).toEqual(['shop-a', 'shop-b'])
  expect((await running.server.profiles.find(a))?.deletedAt).toBeNull()
})

test('a second merge of the same profiles, in any order, says which has the same samples', async () => {
  const a = await running.saveProfile('a a\nb c\n91 10', { service: 'again' })
  const b = await running.saveProfile('a a\nb d\n41 60', { service: 'again' })
  const first = await merge({ ids: [a, b] })
  expect(first.body).toMatchObject({ sameAs: null })
  const second = await merge({ ids: [b, a], name: 'other' })
  expect(second.body).toMatchObject({ name: 'other', sameAs: { id: first.body.id } })
  expect(second.body.id).not.toBe(first.body.id)
})

test('what has no service gives the merged profile none, and its name', async () => {
  const ids = [
    await running.saveProfile('a a\nb c\n90 10', { name: 'monday', service: noService }),
    await running.saveProfile('a a\nb d\n40 60', { name: 'friday', service: noService }),
  ]
  expect((await merge({ ids })).body).toMatchObject({ service: noService, name: 'friday + monday CPU, 2 merged' })
})

test('a merge of a service and of what has none has no service, names both, and warns of it', async () => {
  const save = (name: string, service: string) => running.saveProfile('a a\nb c\n90 10', { name, service })
  const [file, shop] = [await save('night', noService), await save('monday', 'shop')]
  const { body } = await merge({ ids: [shop, file] })
  expect(body).toMatchObject({ service: noService, name: 'night + shop CPU, 2 merged', warnings: 1 })
  const { provenance } = await decoded(body.id)
  expect(provenance.warnings).toEqual([
    {
      code: 'service-missing',
      text: '1 of the 2 merged profiles has no service and may be of another program: night.',
      count: 1,
    },
  ])
})

test('a merge of two services warns that shares are of both', async () => {
  const ids = [
    await running.saveProfile('a a\nb c\n90 10', { service: 'acme/shop' }),
    await running.saveProfile('a a\nb d\n40 60', { service: 'acme/shop-slow' }),
  ]
  const { body } = await merge({ ids })
  expect(body).toMatchObject({ name: 'acme/shop + acme/shop-slow CPU, 2 merged', warnings: 1 })
  const { provenance } = await decoded(body.id)
  expect(provenance.warnings).toEqual([
    {
      code: 'services-mixed',
      text: 'These are of 2 services, acme/shop + acme/shop-slow: a share is of all of them together.',
      count: 1,
    },
  ])
})

test('a merge of two images with one tag is of neither, and of one image is of it', async () => {
  const save = (imageDigest: string) => {
    const profile = profileFromDiagram('a a\nb c\n90 10')
    const target = { service: 'tagged', image: 'shop:latest', imageDigest }
    const bytes = gzipSync(encodeProfile({ ...profile, provenance: { ...profile.provenance, target } }))
    return running.saveProfile(bytes, { service: 'tagged', image: 'shop:latest', imageDigest })
  }
  const [old, same, later] = [await save('old'), await save('old'), await save('later')]
  const ofOne = (await merge({ ids: [old, same] })).body
  expect(ofOne).toMatchObject({ image: 'shop:latest', imageDigest: 'old' })
  expect((await merge({ ids: [old, later] })).body).toMatchObject({ image: null, imageDigest: null })
  const { deploys } = await running.server.library.timeline('tagged', null)
  expect(deploys.map(({ image }) => image)).not.toContain('shop:latest')
})

test('a recording is merged once: two that hold it are refused, and named', async () => {
  const save = (startedAt: number, container: string) => {
    const profile = profileFromDiagram('a a\nb c\n90 10')
    const provenance = { ...profile.provenance, startedAt, durationMs: 1000, target: { container } }
    return running.saveProfile(gzipSync(encodeProfile({ ...profile, provenance })), { name: container })
  }
  const [a, b, c] = [await save(1000, 'shop-a'), await save(2000, 'shop-b'), await save(3000, 'shop-c')]
  const mergeOf = async (ids: string[], name: string) => (await merge({ ids, name })).body.id
  const [ab, bc] = [await mergeOf([a, b], 'morning'), await mergeOf([b, c], 'noon')]
  const short = (id: string) => id.slice(0, 8)
  const both = await merge({ ids: [ab, bc] })
  expect(both).toMatchObject({ status: 422, body: { code: 'not-mergeable' } })
  expect(JSON.stringify(both.body)).toMatch(/the recording shop-b is in both (morning|noon) \(/)
  expect(both.body.remedy).toContain('Merge the recordings themselves, each once')
  const part = await merge({ ids: [a, ab] })
  expect(part.body).toMatchObject({
    title: `These profiles cannot be merged: shop-a (${short(a)}) is in morning (${short(ab)}), and would count twice.`,
    remedy: `Leave out shop-a (${short(a)}).`,
  })
  expect((await merge({ ids: [c, ab] })).status).toBe(201)
  expect(JSON.stringify((await merge({ ids: [a, await save(1000, 'shop-a')] })).body)).toContain('are one recording')
  // Two replicas can start at one time, and have as many samples.
  expect((await merge({ ids: [a, await save(1000, 'shop-d')] })).status).toBe(201)
})

test('what cannot be merged is refused with a way out', async () => {
  const a = await running.saveProfile('a a\nb c\n90 10', { service: 'shop' })
  const gone = await running.saveProfile('a a\nb c\n1 1', { service: 'shop' })
  await running.server.profiles.delete(gone)
  expect((await merge({ ids: [a, a] })).body.code).toBe('invalid-request')
  expect((await merge({ ids: [a] })).body.code).toBe('invalid-request')
  expect((await merge({ ids: [a, gone] })).body.code).toBe('not-found')
  expect((await merge({ ids: [a, 'f'.repeat(32)] })).body.code).toBe('not-found')
  const alloc = await running.saveProfile('a a\nb c\n1 1', { service: 'shop', event: 'alloc', unit: 'bytes' })
  expect((await merge({ ids: [a, alloc] })).body).toMatchObject({
    code: 'not-mergeable',
    title: 'These profiles cannot be merged: they are of several events: CPU, Allocations.',
    remedy: 'Choose profiles of one event.',
  })
  expect((await merge({ ids: [a, gone] }, running.secrets.read)).status).toBe(403)
})
