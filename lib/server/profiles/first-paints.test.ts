import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { encodeProfile } from '../../profile/encoding/encode.ts'
import { type FirstPaint, firstPaintOf } from '../../profile/first-paint/first-paint.ts'
import { shopProfile } from '../../testing/profiles/shop-profile.ts'
import { sampleFirstPaint } from '../../testing/samples.ts'
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

function emptyStore() {
  const paints = new Map<string, FirstPaint>()
  return {
    find: async (sha256: string) => paints.get(sha256) ?? null,
    save: async (sha256: string, paint: FirstPaint) => void paints.set(sha256, paint),
  }
}

test('a profile of before has none, and has one the next time', async () => {
  const make = vi.fn(async () => sampleFirstPaint)
  const paints = createFirstPaints(emptyStore(), make)
  expect(await paints.of(storedBytes('a').stored)).toBeNull()
  await vi.waitFor(async () => expect(await paints.of(storedBytes('a').stored)).toEqual(sampleFirstPaint))
  expect(make).toHaveBeenCalledOnce()
})

test('bytes that cannot be read are not read again, and hold up no others', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const make = vi.fn((gzipped: Uint8Array) =>
    gzipped[0] === 1 ? Promise.reject(new Error('damaged')) : Promise.resolve(sampleFirstPaint),
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

test('it is made in a thread', async () => {
  const profile = shopProfile()
  expect(await makeFirstPaint(gzipSync(encodeProfile(profile)))).toEqual(firstPaintOf(profile))
})
