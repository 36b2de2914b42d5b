import { mkdtempSync, rmSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { encodeProfile } from '../../profile/encoding/encode.ts'
import { type FirstPaint, firstPaintOf } from '../../profile/first-paint/first-paint.ts'
import { shopProfile } from '../../testing/profiles/shop-profile.ts'
import { findHotMethod } from '../../profile/quality/findings.ts'
import { openStore, type Store } from '../../store/store.ts'
import { libraryQuerySchema } from '../../contract/library.ts'
import type { ProfileSummary } from '../../contract/profile.ts'
import { sampleFirstPaint, sampleNewProfile } from '../../testing/samples.ts'
import { pullStream } from '../http/pull-stream.ts'
import { createFirstPaints, makeFirstPaint } from './first-paints.ts'

function storedBytes(sha256: string, bytes: Uint8Array = new Uint8Array(9)) {
  const seen = { isClosed: false }
  async function* disk() {
    try {
      yield bytes
    } finally {
      seen.isClosed = true
    }
  }
  return { seen, stored: { sha256, stream: pullStream(disk()), bytes: bytes.length, encodedBytes: 1 } }
}

const made = { paint: sampleFirstPaint, methods: { hotMethod: null, topMethod: null } }

function emptyStore() {
  const paints = new Map<string, FirstPaint>()
  return {
    find: async (sha256: string) => paints.get(sha256) ?? null,
    save: async (sha256: string, paint: FirstPaint) => void paints.set(sha256, paint),
    listMissing: () => Promise.resolve([]),
  }
}

test('a profile of before has none, and has one the next time', async () => {
  const make = vi.fn(async () => made)
  const paints = createFirstPaints(emptyStore(), make)
  expect(await paints.of(storedBytes('a').stored)).toBeNull()
  await vi.waitFor(async () => expect(await paints.of(storedBytes('a').stored)).toEqual(sampleFirstPaint))
  expect(make).toHaveBeenCalledOnce()
})

test('bytes that cannot be read are not read again, and hold up no others', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const make = vi.fn((gzipped: Uint8Array) =>
    gzipped[0] === 1 ? Promise.reject(new Error('damaged')) : Promise.resolve(made),
  )
  const paints = createFirstPaints(emptyStore(), make)
  await paints.of(storedBytes('bad', Uint8Array.of(1)).stored)
  await paints.of(storedBytes('bad', Uint8Array.of(1)).stored)
  await paints.of(storedBytes('good').stored)
  await vi.waitFor(async () => expect(await paints.of(storedBytes('good').stored)).toEqual(sampleFirstPaint))
  expect(await paints.of(storedBytes('bad').stored)).toBeNull()
  expect(make).toHaveBeenCalledTimes(2)
  expect(logged).toHaveBeenCalledOnce()
  logged.mockRestore()
})

test('one that is there is given without reading the profile', async () => {
  const store = emptyStore()
  await store.save('a', sampleFirstPaint)
  const { stored, seen } = storedBytes('a')
  expect(await createFirstPaints(store).of(stored)).toEqual(sampleFirstPaint)
  expect(stored.stream.locked).toBe(false)
  await expect(stored.stream.getReader().read()).resolves.toEqual({ done: true, value: undefined })
  expect(seen.isClosed).toBe(false) // it was never begun
})

test('it is made in a thread, with the methods that lists name', async () => {
  const before = getPriority()
  const profile = shopProfile()
  expect(await makeFirstPaint(gzipSync(encodeProfile(profile)), true)).toMatchObject({
    paint: firstPaintOf(profile),
    methods: { hotMethod: findHotMethod(profile), topMethod: null },
  })
  expect(getPriority()).toBe(before) // only that thread gives way to others
})

/** Acts on a store with rows of an earlier version, which named other methods or measured their shares otherwise. */
async function withOlderRows(act: (store: Store, rows: Record<'kept' | 'renamed', ProfileSummary>) => unknown) {
  const directory = mkdtempSync(join(tmpdir(), 'hearth-paints-'))
  const store = await openStore(directory)
  const save = (name: string, hot: string, bytes: number[]) =>
    store.profiles.save({ ...sampleNewProfile(), name, hotMethod: { name: hot, share: 0.04 } }, Uint8Array.from(bytes))
  try {
    const kept = await save('kept', 'shop.Rules.find', [1, 2])
    await act(store, { kept, renamed: await save('other', 'shop.Tax.add', [1, 2]) })
  } finally {
    await store.close()
    rmSync(directory, { recursive: true })
  }
}

const methods = { hotMethod: { name: 'shop.Rules.find', share: 0.75, base: 'busy time' }, topMethod: null }
const makeRenewed = async () => ({ paint: sampleFirstPaint, methods })
const search = async (store: Store, q: string) =>
  (await store.library.page(libraryQuerySchema.parse({ q }))).profiles.map(({ id }) => id)

test('the hot method that an earlier version stored is renewed when its page opens, with a name made of it', () =>
  withOlderRows(async (store, { kept, renamed }) => {
    const { service, hotMethod } = renamed
    const ofCapture = { ...sampleNewProfile(), service, hotMethod, captureId: 'c'.repeat(32) }
    const madeUp = await store.profiles.save({ ...ofCapture, name: `${service}: Tax.add` }, Uint8Array.of(1, 2))
    const paints = createFirstPaints(store.firstPaints, makeRenewed)
    expect(await paints.of((await store.profiles.open(kept.id))!)).toBeNull()
    await vi.waitFor(async () =>
      expect(await paints.of((await store.profiles.open(kept.id))!)).toEqual(sampleFirstPaint),
    )
    expect(await store.profiles.find(kept.id)).toEqual({ ...kept, hotMethod: methods.hotMethod })
    expect(await store.profiles.find(renamed.id)).toEqual({ ...renamed, hotMethod: methods.hotMethod })
    expect(await store.profiles.find(madeUp.id)).toEqual({
      ...{ ...madeUp, hotMethod: methods.hotMethod, name: `${madeUp.service}: Rules.find` },
    })
    expect((await search(store, 'rules.find')).sort()).toEqual([kept.id, renamed.id, madeUp.id].sort())
    expect(await search(store, 'tax.add')).toEqual([])
  }))

test('rows of an earlier version are renewed without a visit, once, and those that cannot be read stay', () =>
  withOlderRows(async (store, { kept, renamed }) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const damaged = await store.profiles.save({ ...sampleNewProfile(), ...methods, name: 'bad' }, Uint8Array.of(9))
    const deleted = (await store.profiles.setDeleted(renamed.id, 5))!
    const make = vi.fn((gzipped: Uint8Array) => (gzipped[0] === 9 ? Promise.reject(new Error('no')) : makeRenewed()))
    const paints = createFirstPaints(store.firstPaints, make)
    await paints.makeMissing((id) => store.profiles.open(id))
    expect(make).toHaveBeenCalledTimes(2)
    expect(await store.profiles.find(kept.id)).toEqual({ ...kept, hotMethod: methods.hotMethod })
    expect(await store.profiles.find(deleted.id)).toEqual({ ...deleted, hotMethod: methods.hotMethod })
    expect(await store.profiles.find(damaged.id)).toEqual(damaged)
    expect(logged).toHaveBeenCalledOnce()
    logged.mockRestore()
    expect(await store.firstPaints.listMissing()).toMatchObject([{ id: damaged.id }])
  }))

test('what is being made when the server stops is ended without a complaint, and is made by the next start', () =>
  withOlderRows(async (store, { kept }) => {
    const logged = vi.spyOn(console, 'error')
    const makeEnded = vi.fn(
      (_: Uint8Array, _isAwaited: boolean, signal?: AbortSignal) =>
        new Promise<never>((_resolve, reject) => signal!.addEventListener('abort', () => reject(new Error('ended')))),
    )
    await store.profiles.save(sampleNewProfile(), Uint8Array.of(3))
    const paints = createFirstPaints(store.firstPaints, makeEnded)
    const making = paints.makeMissing((id) => store.profiles.open(id))
    await vi.waitFor(() => expect(makeEnded).toHaveBeenCalledOnce())
    await paints.stop()
    await making
    expect(makeEnded).toHaveBeenCalledOnce()
    expect(logged).not.toHaveBeenCalled()
    logged.mockRestore()
    await createFirstPaints(store.firstPaints, makeRenewed).makeMissing((id) => store.profiles.open(id))
    expect(await store.profiles.find(kept.id)).toMatchObject(methods)
    expect(await store.firstPaints.listMissing()).toEqual([])
  }))
