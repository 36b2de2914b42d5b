import { inflateSync, gzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { encodeProfile } from '../../profile/encoding/encode.ts'
import type { Profile } from '../../profile/model/profile.ts'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { shopProfile } from '../../testing/profiles/shop-profile.ts'
import { drawBoxImage, drawPreview, toDrawableText } from './draw-preview.ts'
import { comparisonBoxes, profileBoxes } from './preview-boxes.ts'

const pack = (profile: Profile) => gzipSync(encodeProfile(profile))
const size = { width: 400, height: 100 }
const small = 'main main main\na a b\n2 1 1'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('boxes are as wide as their weight, the root below, and nothing narrower than a pixel is drawn', () => {
  const boxes = profileBoxes(profileFromDiagram(small), size)
  expect(boxes.map(({ x, y, width, height, label }) => [label, x, y, width, height])).toEqual([
    ['all', 0, 67, 400, 33],
    ['main', 0, 34, 400, 33],
    ['a', 0, 1, 300, 33],
    ['b', 300, 1, 100, 33],
  ])
  const many = profileBoxes(
    profileFromDiagram(`${'m '.repeat(900)}\n${Array.from({ length: 900 }, (_, at) => `f${at}`).join(' ')}`),
    size,
  )
  expect(many.every(({ width }) => width >= 1)).toBe(true)
})

test('a comparison is red where there is more and blue where there is less', () => {
  const boxes = comparisonBoxes(profileFromDiagram(small), profileFromDiagram('main main main\na b b\n1 1 2'), size)
  const colour = (label: string) =>
    boxes
      .find((box) => box.label === label)!
      .colour.match(/\w\w/g)!
      .map((part) => parseInt(part, 16))
  expect(colour('a')[2]! - colour('a')[0]!).toBeGreaterThan(80)
  expect(colour('b')[0]! - colour('b')[2]!).toBeGreaterThan(80)
})

test('a box image is a PNG with the boxes in it', () => {
  const png = drawBoxImage([{ x: 1, y: 0, width: 2, height: 2, colour: '#102030', label: '' }], { width: 4, height: 2 })
  const data = inflateSync(png.subarray(png.indexOf('IDAT') + 4, png.length - 16))
  expect([...data.subarray(13)]).toEqual([0, 255, 255, 255, 16, 32, 48, 16, 32, 48, 255, 255, 255])
})

test('texts have only what the font has', () => {
  expect(toDrawableText('shop 🔥\u202e\u0000 наш\u00ad', 100)).toBe('shop ? ?')
  expect(toDrawableText('naïve — <b>&amp;', 100)).toBe('naïve — <b>&amp;')
  expect(toDrawableText('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`)
})

test('the picture is 1200 x 630, the same for the same, whatever things are called, and nothing is fetched for it', async () => {
  const fetched: string[] = []
  const { fetch: realFetch } = globalThis
  vi.stubGlobal('fetch', (input: unknown) => {
    const address = typeof input === 'string' ? input : 'an address of another shape'
    // The layout engine unpacks itself from an address that holds it.
    if (address.startsWith('data:')) return realFetch(address)
    fetched.push(address)
    return Promise.reject(new Error('no network'))
  })
  const hostile = '🔥<script>alert(1)</script>\u202e日本\u0000${x}"\'&'
  const profile = profileFromDiagram(`main ${hostile.replace(/\s/g, '')}\n5 5`)
  const request = { gzipped: [pack(profile)], title: hostile, facts: [hostile, 'x'.repeat(500)] }
  const png = Buffer.from(await drawPreview(request))
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  expect(Buffer.from(await drawPreview(request)).equals(png)).toBe(true)
  const shop = await drawPreview({ ...request, gzipped: [pack(shopProfile())] })
  expect(shop.length).toBeGreaterThan(png.length)
  expect(fetched).toEqual([])
}, 60_000)
