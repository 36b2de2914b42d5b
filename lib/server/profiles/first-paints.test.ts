import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { encodeProfile } from '../../profile/encoding/encode.ts'
import { type FirstPaint, firstPaintOf } from '../../profile/first-paint/first-paint.ts'
import { shopProfile } from '../../testing/profiles/shop-profile.ts'
import { findHotMethod } from '../../profile/quality/findings.ts'
import { openStore } from '../../store/store.ts'
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
  const profile = shopProfile()
  expect(await makeFirstPaint(gzipSync(encodeProfile(profile)))).toMatchObject({
    paint: firstPaintOf(profile),
    methods: { hotMethod: findHotMethod(profile), topMethod: null },
  })
})

test('the share of a hot method that an earlier version stored is measured again, the name and all else stay', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hearth-paints-'))
  const store = await openStore(directory)
  try {
    const methods = { hotMethod: { name: 'shop.Rules.find', share: 0.75, base: 'busy time' }, topMethod: null }
    const save = (name: string, hot: string) =>
      store.profiles.save({ ...sampleNewProfile(), name, hotMethod: { name: hot, share: 0.04 } }, Uint8Array.of(1, 2))
    const [kept, renamed] = [await save('kept', 'shop.Rules.find'), await save('other', 'shop.Tax.add')]
    const paints = createFirstPaints(store.firstPaints, async () => ({ paint: sampleFirstPaint, methods }))
    expect(await paints.of((await store.profiles.open(kept.id))!)).toBeNull()
    await vi.waitFor(async () =>
      expect(await paints.of((await store.profiles.open(kept.id))!)).toEqual(sampleFirstPaint),
    )
    expect(await store.profiles.find(kept.id)).toEqual({ ...kept, hotMethod: methods.hotMethod })
    expect(await store.profiles.find(renamed.id)).toEqual(renamed)
  } finally {
    await store.close()
    rmSync(directory, { recursive: true })
  }
})
