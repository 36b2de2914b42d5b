import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createShareLinks } from '../../access/share-links.ts'
import { sharedViewSchema, newShareSchema, type NewShare } from '../../contract/shares.ts'
import { isProblem, Problem } from '../../errors.ts'
import { decodeProfile, encodeProfile } from '../../profile/encoding/encode.ts'
import { createProfileBuilder } from '../../profile/model/profile-builder.ts'
import { emptyProvenance } from '../../profile/model/profile.ts'
import { openStore, type Store } from '../../store/store.ts'
import { sampleNewProfile } from '../../testing/samples.ts'
import { createPreviews, type PreviewInput } from './previews.ts'
import { sharePreview } from './share-preview.ts'
import { createShares, type Shares } from './shares.ts'

// Each redaction starts a thread.
vi.setConfig({ testTimeout: 60_000 })

const dayMs = 86_400_000
let directory = ''
let store: Store
let shares: Shares
let now = 0
const draw = vi.fn(async ({ view }: PreviewInput) => new TextEncoder().encode(view.profile.name))
beforeEach(async () => {
  now = Date.now()
  directory = mkdtempSync(join(tmpdir(), 'hearth-shares-'))
  store = await openStore(directory)
  const links = createShareLinks(store.shares, () => now)
  shares = createShares(store, links, createPreviews(draw))
})
afterEach(async () => {
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

function packed(method: string): Uint8Array {
  const builder = createProfileBuilder()
  const stack = builder.stack(
    builder.stack(-1, builder.frame('java.lang.Thread.run', 'java')),
    builder.frame(method, 'java'),
  )
  builder.sample(stack, builder.thread('secret-pool-1', 4711), 1, 7)
  const target = { service: 'secret-shop', container: 'secret-1', image: 'secret:1.4' }
  return gzipSync(encodeProfile(builder.finish('samples', { ...emptyProvenance('perf'), target })))
}
const save = async (method = 'com.secret.Pay.charge', name = 'secret shop, 30 s') =>
  store.profiles.save(
    sampleNewProfile({
      ...{
        name,
        service: 'secret-shop',
        host: 'secret-host',
        containerName: 'secret-1',
        image: 'secret:1.4',
        mainClass: 'com.secret.Main',
      },
      ...{ labels: ['secret label'], note: 'secret note', createdBy: 'secret person', createdAt: 5 },
      hotMethod: { name: method, share: 0.9 },
    }),
    packed(method),
  )
const make = (profileId: string, more: Partial<NewShare> = {}) =>
  shares.make(profileId, newShareSchema.parse({ audience: 'public', ...more }), {
    person: 'ada',
    origin: 'https://hearth.example',
  })
const note = { path: [], frame: 'com.secret.Pay.charge', query: '', text: 'secret words' }
const profileIn = async (opened: Promise<{ stream: ReadableStream<Uint8Array> }>) =>
  decodeProfile(Uint8Array.from(gunzipSync(await buffer((await opened).stream))))
const everything = { keepPackages: [], threads: true, places: true }

/** All endpoints of a token; each returns `ok`, or the code of the Problem. */
const endpoints: Record<string, (token: string, isMember: boolean) => Promise<unknown>> = {
  view: (token, isMember) => shares.view(token, isMember),
  data: async (token, isMember) => (await shares.openData(token, isMember, { countView: false })).stream.cancel(),
  notes: (token, isMember) => shares.notes(token, isMember),
  preview: (token, isMember) => shares.preview(token, isMember),
}
async function callEndpoint(endpoint: string, token: string, isMember: boolean): Promise<string> {
  try {
    await endpoints[endpoint]!(token, isMember)
    return 'ok'
  } catch (error) {
    if (isProblem(error)) return error.code
    throw error
  }
}

describe.each(Object.keys(endpoints))('who may see: %s', (endpoint) => {
  test('a public link opens for all, a members link for members', async () => {
    const { id } = await save()
    const [open, closed] = [await make(id), await make(id, { audience: 'members' })]
    expect(await callEndpoint(endpoint, open.token, false)).toBe('ok')
    expect(await callEndpoint(endpoint, open.token, true)).toBe('ok')
    expect(await callEndpoint(endpoint, closed.token, false)).toBe('not-signed-in')
    expect(await callEndpoint(endpoint, closed.token, true)).toBe('ok')
  })

  test('a link is for members by default', async () => {
    const { id } = await save()
    const { share, token } = await shares.make(id, newShareSchema.parse({}), {
      person: 'ada',
      origin: 'https://x.example',
    })
    expect(share.audience).toBe('members')
    expect(await callEndpoint(endpoint, token, false)).toBe('not-signed-in')
  })

  test('a guessed, expired, revoked or deleted link is not-found, without the reason', async () => {
    const { id } = await save()
    const { share, token } = await make(id, { expiresInDays: 2, redaction: everything })
    for (const guessed of ['', 'x', token.slice(1), `${token}x`, share.id, id, 'a'.repeat(43), '%00', '[token]'])
      expect([guessed, await callEndpoint(endpoint, guessed, true)]).toEqual([guessed, 'not-found'])
    now += 2 * dayMs
    expect(await callEndpoint(endpoint, token, true)).toBe('not-found')
    now -= 1
    expect(await callEndpoint(endpoint, token, true)).toBe('ok')
    await store.profiles.setDeleted(id, now)
    expect(await callEndpoint(endpoint, token, true)).toBe('not-found')
    await store.profiles.setDeleted(id, null)
    expect(await callEndpoint(endpoint, token, true)).toBe('ok')
    await shares.revoke(share.id)
    expect(await callEndpoint(endpoint, token, true)).toBe('not-found')
  })
})

test('a link shows its own profile and no other data of the library', async () => {
  const [mine, other] = [await save('com.secret.Mine.a'), await save('com.secret.Other.b', 'other')]
  await store.notes.add(mine.id, { ...note, createdBy: 'secret person' }, 1)
  await store.notes.add(other.id, { ...note, text: 'of another', createdBy: 'b' }, 1)
  const { token } = await make(mine.id)
  const view = await shares.view(token, false)
  expect(sharedViewSchema.parse(view)).toEqual(view)
  expect(view).toMatchObject({ profile: { name: mine.name, labels: [], note: '', createdBy: '' }, baseline: null })
  expect(JSON.stringify(view)).not.toMatch(new RegExp(`${mine.id}|${other.id}|secret label|secret note|secret person`))
  const notes = await shares.notes(token, false)
  expect(notes.map(({ text }) => text)).toEqual(['secret words'])
  expect(JSON.stringify(notes)).not.toContain(mine.id)
  expect((await profileIn(shares.openData(token, false, { countView: false }))).strings).toContain('com.secret.Mine.a')
  await expect(shares.openBaseline(token, false)).rejects.toMatchObject({ code: 'not-found' })
})

test('a view is counted when a page loads its data, not for the preview image, the notes or a HEAD request', async () => {
  const { id } = await save()
  const { share, token } = await make(id)
  const views = async () => (await shares.list(id)).find((one) => one.id === share.id)!.views
  await shares.view(token, false)
  await shares.notes(token, false)
  await shares.preview(token, false)
  await (await shares.openData(token, false, { countView: false })).stream.cancel()
  expect(await views()).toBe(0)
  await (await shares.openData(token, false, { countView: true })).stream.cancel()
  expect(await views()).toBe(1)
  await expect(shares.openData('guessed', false, { countView: true })).rejects.toMatchObject({ code: 'not-found' })
  expect(await views()).toBe(1)
})

test('a redacted link shows title, bytes and notes from its creation, without any masked name', async () => {
  const { id } = await save()
  await store.notes.add(id, { ...note, createdBy: 'secret person' }, 1)
  const { token } = await make(id, { redaction: everything, embeddable: true })
  await store.profiles.change(id, { name: 'secret new name' })
  const shown = [
    JSON.stringify(await shares.view(token, false)),
    JSON.stringify(await shares.notes(token, false)),
    gunzipSync(await buffer((await shares.openData(token, false, { countView: true })).stream)).toString('latin1'),
  ].join()
  expect(shown).not.toMatch(/secret/i)
  expect(shown).toContain('hidden.p1.C1.m1')
  expect(shown).toContain('java.lang.Thread.run')
})

test('each option of the redaction works by itself', async () => {
  const { id } = await save()
  await store.notes.add(id, { ...note, createdBy: 'a' }, 1)
  const shown = async (redaction: NewShare['redaction']) => {
    const { token } = await make(id, { redaction })
    const { strings, provenance } = await profileIn(shares.openData(token, false, { countView: false }))
    const { profile } = await shares.view(token, false)
    return {
      names: strings.includes('com.secret.Pay.charge'),
      threads: strings.includes('secret-pool-1'),
      places: provenance.target['container'] === 'secret-1' && profile.image === 'secret:1.4',
      notes: (await shares.notes(token, false)).length > 0,
    }
  }
  const nothing = { keepPackages: null, threads: false, places: false }
  expect(await shown(null)).toEqual({ names: true, threads: true, places: true, notes: true })
  expect(await shown({ ...nothing, keepPackages: [] })).toMatchObject({ names: false, threads: true, notes: false })
  expect(await shown({ ...nothing, keepPackages: ['com.secret'] })).toMatchObject({ names: true })
  expect(await shown({ ...nothing, threads: true })).toMatchObject({
    names: true,
    threads: false,
    places: true,
    notes: false,
  })
  expect(await shown({ ...nothing, places: true })).toMatchObject({
    names: true,
    threads: true,
    places: false,
    notes: false,
  })
})

test('with method names hidden a service keeps its name unless a class names it, and says so', async () => {
  const serviceOf = async (service: string, containerName: string | null, hidesOrigin = false) => {
    const { id } = await store.profiles.save(
      sampleNewProfile({ service, containerName, mainClass: 'com.secret.Main' }),
      packed('a'),
    )
    const { token } = await make(id, { redaction: { keepPackages: [], threads: false, places: hidesOrigin } })
    return (await shares.view(token, false)).profile.service
  }
  expect(await serviceOf('demo/shop', 'shop-1')).toBe('demo/shop')
  expect(await serviceOf('demo/shop', 'shop-1', true)).toBe('service hidden')
  expect(await serviceOf('com.secret.Main', null)).toBe('service hidden')
})

test('with method names hidden a link is titled by its service, which its line does not repeat', async () => {
  const textsOf = async (service: string, redaction: NewShare['redaction']) => {
    const { id } = await store.profiles.save(
      sampleNewProfile({
        ...{ service, containerName: 'shop-1', image: 'demo/shop:1.4', mainClass: 'com.secret.Main' },
        ...{ name: `${service}: Pay.charge`, hotMethod: { name: 'com.secret.Pay.charge', share: 0.9 } },
        ...{ event: 'cpu', capturedAt: 0, durationMs: 30_000, unit: 'samples', total: 2164 },
      }),
      packed('a'),
    )
    const { token } = await make(id, { redaction })
    const { title, description } = sharePreview(await shares.view(token, false), token, 'https://hearth.example')
    return [title, description]
  }
  const methods = { keepPackages: [], threads: false, places: false }
  const [title, line] = await textsOf('demo/shop', methods)
  expect(title).toBe('demo/shop, 1970-01-01 00:00 UTC')
  expect(line).toMatch(/^perf · CPU · 30 s, 2,164 samples · tag 1\.4/)
  expect((await textsOf('com.secret.Main', methods)).join()).not.toMatch(/secret/)
  expect((await textsOf('demo/shop', { ...methods, places: true }))[0]).toBe('Shared profile')
})

test('a link to a comparison has both sides, masked alike, and ends when either is deleted', async () => {
  const [after, before] = [await save('com.secret.Pay.charge', 'after'), await save('com.secret.Pay.charge', 'before')]
  const plain = await make(after.id, { baselineId: before.id })
  expect(await shares.view(plain.token, false)).toMatchObject({
    profile: { name: 'after' },
    baseline: { name: 'before' },
  })
  const masked = await make(after.id, { baselineId: before.id, redaction: everything })
  const [one, other] = [
    await profileIn(shares.openData(masked.token, false, { countView: false })),
    await profileIn(shares.openBaseline(masked.token, false)),
  ]
  expect(one.strings).toEqual(other.strings)
  await store.profiles.setDeleted(before.id, now)
  for (const { token } of [plain, masked])
    await expect(shares.view(token, false)).rejects.toMatchObject({ code: 'not-found' })
})

test('a link to a comparison of two runs of one experiment is titled by their numbers', async () => {
  const saveRun = (number: number) =>
    store.profiles.save(
      sampleNewProfile({
        ...{ name: 'shop experiment/shop cpu 15 s', service: 'shop experiment/shop', event: 'cpu' },
        ...{ captureId: String(number).repeat(16), containerName: `hearth-f75b74ba-${number}_shop_1`, image: null },
      }),
      packed(`run${number}`),
    )
  const { token } = await make((await saveRun(12)).id, { baselineId: (await saveRun(10)).id })
  const { title } = sharePreview(await shares.view(token, false), token, 'https://hearth.example')
  expect(title).toBe('shop experiment/shop: run 12 against run 10')
})

test('a link needs an existing profile and at most 30 days, and a members link cannot be embedded', async () => {
  const { id } = await save()
  const missing = { code: 'not-found' }
  await expect(make('f'.repeat(32))).rejects.toMatchObject(missing)
  await expect(make(id, { baselineId: 'f'.repeat(32) })).rejects.toMatchObject(missing)
  await store.profiles.setDeleted(id, 1)
  await expect(make(id)).rejects.toMatchObject(missing)
  await store.profiles.setDeleted(id, null)
  expect(newShareSchema.safeParse({ expiresInDays: 31 }).success).toBe(false)
  const { share, token } = await make(id, { audience: 'members', embeddable: true })
  expect([share.embeddable, await shares.isEmbeddable(token)]).toEqual([false, false])
  const framed = await make(id, { embeddable: true })
  expect(await shares.isEmbeddable(framed.token)).toBe(true)
  expect(await shares.originOf(framed.token)).toBe('https://hearth.example')
  await shares.revoke(framed.share.id)
  expect(await shares.isEmbeddable(framed.token)).toBe(false)
})

test('concurrent requests draw a preview image once, and a failed one is drawn again', async () => {
  const { id } = await save()
  const { token } = await make(id)
  draw.mockClear()
  draw.mockRejectedValueOnce(new Error('no memory'))
  await expect(shares.preview(token, false)).rejects.toThrow('no memory')
  const [one, two] = await Promise.all([shares.preview(token, false), shares.preview(token, true)])
  expect([one === two, draw.mock.calls.length]).toEqual([true, 2])
})

test('a preview image shows the view of its link, and the whole profile after too many views', async () => {
  const { id } = await save()
  const { token } = await make(id)
  draw.mockClear()
  const queries = () => draw.mock.calls.map(([{ query }]) => query)
  await shares.preview(token, false, '?q=HashMap&tab=table')
  await shares.preview(token, false, '?q=HashMap&sel=x')
  expect(queries()).toEqual(['q=HashMap'])
  await Promise.all(Array.from({ length: 20 }, (_, at) => shares.preview(token, false, `?q=${at}`)))
  expect(queries().slice(1)).toEqual(['q=0', 'q=1', 'q=2', 'q=3', ''])
})

test('a preview image is drawn again when its profile is renamed', async () => {
  const { id } = await save()
  const { token } = await make(id)
  await shares.preview(token, false)
  await store.profiles.change(id, { name: 'another name' })
  expect(new TextDecoder().decode(await shares.preview(token, false))).toBe('another name')
})

test('what a chat shows of a link has the title of its event', async () => {
  const { id } = await save()
  const { token } = await make(id)
  const { description } = sharePreview(await shares.view(token, false), token, 'https://hearth.example')
  expect(description).toContain(' · perf · CPU · ')
})

test('what a chat shows of a comparison of two engines names both, and says that they can differ', async () => {
  const saveOf = (engine: string) => store.profiles.save(sampleNewProfile({ engine }), packed(engine))
  const { token } = await make((await saveOf('jfr')).id, { baselineId: (await saveOf('perf')).id })
  const { description } = sharePreview(await shares.view(token, false), token, 'https://hearth.example')
  expect(description).toMatch(/^perf → JFR, two engines, which can differ without a change · .* · CPU · /)
})

test('on a full disk a link opens without counting the view, and any other error closes its file', async () => {
  const { id } = await save()
  const { token } = await make(id)
  const opened: ReadableStream<Uint8Array>[] = []
  const failing = (error: Error) =>
    createShares(
      {
        ...store,
        shares: { ...store.shares, countView: () => Promise.reject(error) },
        profiles: {
          ...store.profiles,
          open: async (profileId) => {
            const stored = await store.profiles.open(profileId)
            if (stored) opened.push(stored.stream)
            return stored
          },
        },
      },
      createShareLinks(store.shares, () => now),
    ).openData(token, false, { countView: true })
  expect((await profileIn(failing(new Problem('disk-full', { path: '/data' })))).strings).toContain(
    'com.secret.Pay.charge',
  )
  await expect(failing(new Error('broken'))).rejects.toThrow('broken')
  // A cancelled stream is at its end.
  expect(await opened[1]!.getReader().read()).toEqual({ done: true, value: undefined })
})

test('the preview image of a comparison is drawn from both profiles', async () => {
  const [after, before] = [await save(), await save()]
  const { token } = await make(after.id, { baselineId: before.id })
  await shares.preview(token, false)
  expect(draw.mock.lastCall![0].gzipped).toHaveLength(2)
})
