import { inflateSync, gzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { applyFilters } from '../../profile/filters/filters.ts'
import { encodeProfile } from '../../profile/encoding/encode.ts'
import { createProfileBuilder } from '../../profile/model/profile-builder.ts'
import { emptyProvenance, type Profile, type Unit } from '../../profile/model/profile.ts'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { createRandom } from '../../testing/profiles/random-profile.ts'
import { shopProfile } from '../../testing/profiles/shop-profile.ts'
import { drawable, drawBoxImage, drawPreview, joinWhole, toDrawableText } from './draw-preview.ts'
import { buildCallTree } from '../../profile/tree/call-tree.ts'
import { getNodePath } from '../../profile/tree/path-keys.ts'
import { compareFunctions } from '../../profile/compare/compare-functions.ts'
import { normalizeStacks } from '../../profile/compare/merged-tree/normalize-stacks.ts'
import { comparisonBoxes, profileBoxes } from './preview-boxes.ts'
import { readPreviewView } from './preview-view.ts'
import { concludeComparison, concludeProfile, titleAbove } from './conclusion.ts'

const pack = (profile: Profile) => gzipSync(encodeProfile(profile))
const size = { width: 400, height: 100 }
const small = 'main main main\na a b\n2 1 1'
const whole = readPreviewView('')
/** The given number of samples of each method, in random order. */
function samplesOf(counts: readonly (readonly [string, number])[], seed: number, samples = 3000): Profile {
  const builder = createProfileBuilder()
  const random = createRandom(seed)
  const root = builder.stack(-1, builder.frame('Main.run', 'java'))
  const rows = counts.map(([name]) => builder.stack(root, builder.frame(name, 'java')))
  for (let sample = 0; sample < samples; sample++) {
    let rest = random() * 1000
    const row = counts.findIndex(([, count]) => (rest -= count) < 0)
    builder.sample(rows[row]!, builder.thread('main'), sample * 10, 1)
  }
  return builder.finish('samples', emptyProvenance('test'))
}
/** A stack of so many frames whose leaf is hot. */
const deep = (frames: number) =>
  profileFromDiagram(`${Array.from({ length: frames }, (_, at) => `f${at}`).join('\n')}\n200`)

afterEach(() => {
  vi.unstubAllGlobals()
})

test('boxes have the width of their weight, with the root at the bottom, and none is narrower than a pixel', () => {
  const { boxes } = profileBoxes(profileFromDiagram(small), size, whole)
  expect(boxes.map(({ x, y, width, height, label }) => [label, x, y, width, height])).toEqual([
    ['all', 0, 67, 400, 33],
    ['main', 0, 34, 400, 33],
    ['a', 0, 1, 300, 33],
    ['b', 300, 1, 100, 33],
  ])
  const { boxes: many } = profileBoxes(
    profileFromDiagram(`${'m '.repeat(900)}\n${Array.from({ length: 900 }, (_, at) => `f${at}`).join(' ')}`),
    size,
    whole,
  )
  expect(many.every(({ width }) => width >= 1)).toBe(true)
})

const methods = ['Cart.total', 'Json.write', 'PriceRules.find'] as const
const usual = methods.map((name, at) => [name, [450, 450, 100][at]!] as const)
const slow = methods.map((name, at) => [name, [200, 200, 600][at]!] as const)

test('a comparison is red for an increase and blue for a decrease, and grey where noise explains the change', () => {
  /** Red minus blue, -255 to 255. */
  const warmthOf = (before: Profile, after: Profile) => {
    const { boxes } = comparisonBoxes(compareFunctions(before, after), { width: 1200, height: 100 }, whole, null)
    return Object.fromEntries(
      boxes.map(({ label, colour }) => {
        const [red, , blue] = colour.match(/\w\w/g)!.map((part) => parseInt(part, 16))
        return [label, red! - blue!]
      }),
    )
  }
  const changed = warmthOf(samplesOf(usual, 1), samplesOf(slow, 2))
  expect(changed['PriceRules.find']).toBeGreaterThan(60)
  expect(changed['Cart.total']).toBeLessThan(-40)
  // 10 samples each: large changes of share, none of them significant.
  const noisy = Object.values(warmthOf(samplesOf(usual, 1, 10), samplesOf(usual, 2, 10)))
  expect(noisy.length).toBeGreaterThan(3)
  for (const warmth of noisy) expect(Math.abs(warmth)).toBeLessThan(25)
})

test('a deep graph has rows of readable height, those around the hot method', () => {
  const { boxes, rowsBelow } = profileBoxes(deep(60), { width: 1000, height: 400 }, whole)
  expect(boxes.map(({ label }) => label)).toContain('f59')
  expect(boxes.every(({ height, label }) => height >= 20 && label !== '')).toBe(true)
  expect(rowsBelow).toBe(61 - boxes.length)
  const searched = profileBoxes(deep(60), { width: 1000, height: 400 }, readPreviewView('q=f30'))
  expect(searched.boxes.filter(({ isMatch }) => isMatch).map(({ label }) => label)).toEqual(['f30'])
})

test('the image has the zoom and the searches of the link', () => {
  const profile = profileFromDiagram('main main main\na a b\nc d c\n2 1 1')
  const tree = buildCallTree(profile)
  const zoom = getNodePath(profile, tree, 2).join('.')
  const view = readPreviewView(new URLSearchParams({ zoom, q: 'D' }).toString())
  const { boxes } = profileBoxes(profile, size, view)
  expect(boxes.map(({ label, x, width, isMatch }) => [label, x, width, isMatch])).toEqual([
    ['a', 0, 400, false],
    ['c', 0, 267, false],
    ['d', 267, 133, true],
  ])
  expect(readPreviewView('q=/(/').query).toBe('')
  expect(profileBoxes(profile, size, readPreviewView('zoom=nowhere')).boxes).toHaveLength(7)
})

test('the frames of the JVM at the roots are folded or open, as in the view', () => {
  const profile = profileFromDiagram('start_thread_[n]\nJavaThread::run_[v]\nshop.Cart.total\n2')
  const labels = (query: string) => {
    const view = readPreviewView(query)
    const shown = applyFilters(profile, view.filters)
    return [profileBoxes(shown, size, view), comparisonBoxes(compareFunctions(shown, shown), size, view, null)].map(
      ({ boxes }) => boxes.map(({ label }) => label),
    )
  }
  const folded = ['all', '2 JVM frames', 'shop.Cart.total']
  const open = ['all', 'start_thread', 'JavaThread::run', 'shop.Cart.total']
  expect([labels(''), labels('base=open')]).toEqual([
    [folded, folded],
    [open, open],
  ])
})

test('the query of an image is normalised, without the parts that an image does not show', () => {
  const { query } = readPreviewView('tab=table&sel=x&utm=1&q=HashMap&colour=package')
  expect(query).toBe('q=HashMap')
  expect(readPreviewView(query).query).toBe(query)
})

test('the conclusion of a profile is its hot method, that of a comparison its largest difference', () => {
  expect(concludeProfile(shopProfile())).toMatch(/^Hot method: PriceRules\.findWinningRule, 33\.3% self$/)
  expect(concludeProfile(profileFromDiagram(small))).toBe('')
  const { conclusion, named } = concludeComparison(compareFunctions(samplesOf(usual, 1), samplesOf(slow, 2)))
  expect(conclusion).toMatch(/^PriceRules\.find (9|10)\.\d% → (59|60|61)\.\d%$/)
  expect(named?.name).toBe('PriceRules.find')
  expect(concludeComparison(compareFunctions(samplesOf(usual, 1), samplesOf(usual, 2))).conclusion).toBe(
    'No significant difference',
  )
  const others = [
    ['Cart.total', 250],
    ['Json.write', 250],
  ] as const
  const compiled = samplesOf([['CompileBroker::compiler_thread_loop', 500], ...others], 3)
  const { conclusion: compiles } = concludeComparison(compareFunctions(samplesOf(usual, 1), compiled))
  expect(compiles).toMatch(/^(New: )?JIT compilation 0% → (49|50|51)/)
  const few = concludeComparison(compareFunctions(samplesOf(usual, 1, 10), samplesOf(slow, 2, 10)))
  expect(few.conclusion).toMatch(/^Not certain: PriceRules\.find .* → /)
})

test('the conclusion of two engines says that they may have made the change, and where it is not certain that, too', () => {
  const by = (engine: string, profile: Profile): Profile => ({
    ...profile,
    provenance: { ...profile.provenance, engine },
  })
  const conclude = (before: Profile, after: Profile) => {
    const pair = normalizeStacks(by('async-profiler', before), by('jfr', after))
    return concludeComparison(compareFunctions(pair.before, pair.after)).conclusion
  }
  expect(conclude(samplesOf(usual, 1), samplesOf(slow, 2))).toMatch(
    /^PriceRules\.find (9|10)\.\d% → (59|60|61)\.\d%, perhaps by the engine$/,
  )
  expect(conclude(samplesOf(usual, 1, 10), samplesOf(slow, 2, 10))).toMatch(
    /^Not certain: PriceRules\.find .* → .*, perhaps by the engine$/,
  )
  expect(conclude(samplesOf(usual, 1), samplesOf(usual, 2))).toBe(
    'async-profiler → JFR: no significant difference in what both engines show',
  )
})

test('the conclusion of one engine says which side lost callers, or what changed by its self weight', () => {
  const ofPerf = (diagram: string): Profile => {
    const profile = profileFromDiagram(diagram)
    return { ...profile, provenance: { ...profile.provenance, engine: 'perf', vantage: 'host' } }
  }
  const whole = ofPerf(
    'start_thread_[n] start_thread_[n] start_thread_[n]\nShop.run Shop.run Shop.run\nCart.sum Json.write Price.find\n400 400 200',
  )
  const conclude = (after: string) => {
    const pair = normalizeStacks(whole, ofPerf(after))
    return concludeComparison(compareFunctions(pair.before, pair.after)).conclusion
  }
  expect(conclude('start_thread_[n] Cart.sum Json.write\nShop.run . .\nPrice.find . .\n200 400 400')).toBe(
    'No significant difference; after lost the callers of 80% of its stacks: totals cannot be compared',
  )
  expect(conclude('Cart.sum Json.write Price.find\n100 100 800')).toMatch(/^Price\.find 20% → 80%$/)
})

test('the conclusion of a profile of bytes or of waiting is true of these', () => {
  const ofEvent = (event: string, unit: Unit, leaf: string) => {
    const columns = Array.from({ length: 200 }, () => 'shop.Cart.add').join(' ')
    const profile = profileFromDiagram(`${columns}\n${columns.replaceAll('shop.Cart.add', leaf)}`)
    return concludeProfile({ ...profile, unit, provenance: { ...profile.provenance, event } })
  }
  expect(ofEvent('alloc', 'bytes', 'java.lang.String')).toBe('100% of the bytes are String, in Cart.add')
  expect(ofEvent('lock', 'nanoseconds', 'java.lang.Object')).toBe(
    '100% of the waiting is in Cart.add, for a lock of class Object',
  )
  expect(ofEvent('alloc_space', 'bytes', 'java.lang.String.format')).toBe('Hot method: String.format, 100% self')
})

test('the title of an image does not repeat the method of its conclusion', () => {
  const conclusion = 'Hot method: PriceRules.findWinningRule, 33.3% self'
  expect(titleAbove(conclusion, 'shop: PriceRules.findWinningRule')).toBe('shop')
  expect(titleAbove(conclusion, 'shop: PriceRules.find')).toBe('shop: PriceRules.find')
  expect(titleAbove('', 'shop: PriceRules.findWinningRule')).toBe('shop: PriceRules.findWinningRule')
})

test('a box image is a PNG with the boxes in it', () => {
  const png = drawBoxImage([{ x: 1, y: 0, width: 2, height: 2, colour: '#102030', label: '', isMatch: false }], {
    width: 4,
    height: 2,
  })
  const data = inflateSync(png.subarray(png.indexOf('IDAT') + 4, png.length - 16))
  expect([...data.subarray(13)]).toEqual([0, 255, 255, 255, 16, 32, 48, 16, 32, 48, 255, 255, 255])
})

test('texts have only characters of the font', () => {
  expect(toDrawableText('shop 🔥\u202e\u0000 наш\u00ad', 100)).toBe('shop наш')
  expect(toDrawableText('Łódź: 注文 サービス, Ünïcödé Việt', 100)).toBe('Łódź: …, Ünïcödé Việt')
  expect(toDrawableText('naïve — <b>&amp;', 100)).toBe('naïve — <b>&amp;')
  expect(toDrawableText('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`)
})

test('a fact that has no room is left out, and an only one is cut', () => {
  expect(joinWhole(['30 s', 'perf', '100% of Java frames resolved'], 40)).toBe('30 s · perf')
  expect(joinWhole(['30 s', 'perf', '100%'], 40)).toBe('30 s · perf · 100%')
  expect(joinWhole(['search x'.repeat(9), 'perf'], 10)).toBe('search xs…')
})

test('the image is 1200 x 630 and deterministic, with any names, and drawing it fetches nothing', async () => {
  const fetched: string[] = []
  const { fetch: realFetch } = globalThis
  vi.stubGlobal('fetch', (input: unknown) => {
    const address = typeof input === 'string' ? input : 'an address of another shape'
    // The layout engine loads itself from a data: address.
    if (address.startsWith('data:')) return realFetch(address)
    fetched.push(address)
    return Promise.reject(new Error('no network'))
  })
  const hostile = '🔥<script>alert(1)</script>\u202e日本\u0000${x}"\'&'
  const profile = profileFromDiagram(`main ${hostile.replace(/\s/g, '')}\n5 5`)
  const request = {
    gzipped: [pack(profile)],
    title: hostile,
    facts: [hostile, 'x'.repeat(500)],
    query: `q=${encodeURIComponent(hostile)}`,
  }
  const png = Buffer.from(await drawPreview(request))
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  expect(Buffer.from(await drawPreview(request)).equals(png)).toBe(true)
  const shop = await drawPreview({ ...request, gzipped: [pack(shopProfile())] })
  expect(shop.length).toBeGreaterThan(png.length)
  // The font has every character that may be drawn.
  const isDrawable = new RegExp(`[${drawable}]`, 'u')
  const all = Array.from({ length: 0x2200 }, (_, code) => String.fromCharCode(code)).filter((one) =>
    isDrawable.test(one),
  )
  const names = Array.from({ length: Math.ceil(all.length / 100) }, (_, at) =>
    all
      .slice(at * 100, at * 100 + 100)
      .join('')
      .replaceAll(' ', ''),
  )
  await drawPreview({ ...request, gzipped: [pack(profileFromDiagram(`${names.join('\n')}\n9`))] })
  expect(names.length).toBeGreaterThan(4)
  expect(fetched).toEqual([])
}, 60_000)
