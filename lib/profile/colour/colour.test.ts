import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, distance, visionNames } from '../../testing/profiles/colour-contrast.ts'
import { colourGroup, kindGroups } from './colour-group.ts'
import {
  frameColour,
  groupColour,
  ruleColours,
  searchColour,
  searchTextColour,
  textColour,
  tierColour,
  type Theme,
} from './colour.ts'
import { selfTimeGroups } from './node-groups.ts'
import { knownTiers } from './node-tiers.ts'
import { ruleColourNames } from './palettes.ts'
import { frameKinds } from '../model/profile.ts'
import { maxSearches } from '../search/search.ts'

const themes: readonly Theme[] = ['light', 'dark']

function channels(css: string): [number, number, number] {
  return [1, 3, 5].map((at) => parseInt(css.slice(at, at + 2), 16)) as [number, number, number]
}

/** The distance of the two most similar colours, with full colour vision or a kind of colour blindness. */
function nearest(colours: readonly string[], vision: string): number {
  return Math.min(...colours.flatMap((a, index) => colours.slice(0, index).map((b) => distance(a, b, vision))))
}

describe('frameColour', () => {
  test('is green for java, yellow for the JVM, orange for the kernel and red for native code', () => {
    const [java, vm, kernel, native] = (['java', 'vm', 'kernel', 'native'] as const).map((kind) =>
      channels(frameColour('kind', kind, 'a::b', 'light')),
    )
    expect(java![1]).toBeGreaterThan(java![0] + 100)
    expect(vm![0]).toBe(vm![1])
    expect(kernel![2]).toBe(0)
    expect(native![0]).toBeGreaterThan(native![1] + 90)
  })

  test('uses the name only if the kind is unknown', () => {
    expect(colourGroup('kind', 'kernel', 'std::sort').palette).toBe('kernel')
    const guessed = {
      'java/util/HashMap.get': 'java',
      'Lcom/acme/Foo:::bar': 'java',
      'Foo:::bar': 'java',
      'java.lang.String.hashCode': 'java',
      'kotlin.collections.CollectionsKt.map': 'java',
      'JavaCalls::call': 'vm',
      'libc.so.6': 'native',
      GC_active: 'native',
      '[unknown]': 'unknown',
    }
    for (const [name, palette] of Object.entries(guessed)) {
      expect([name, colourGroup('kind', 'unknown', name).palette]).toEqual([name, palette])
    }
  })

  test('groups Java by the part of the package that names its author', () => {
    const packages = {
      'com.acme.shop.cart.Cart.total': 'com.acme.shop',
      'java.util.HashMap.get': 'java.util',
      'java/util/HashMap.get': 'java.util',
      'Lcom/acme/shop/Cart.total': 'com.acme.shop',
      'io.netty.channel.nio.NioEventLoop.run': 'io.netty.channel',
      'Main.main': '(no package)',
      'a.b.c.run': 'a.b',
      'constructor.Main.main': 'constructor',
      run: '(no package)',
      '': '(no package)',
    }
    for (const [name, label] of Object.entries(packages)) {
      expect([name, colourGroup('package', 'java', name).label]).toEqual([name, label])
    }
    expect(colourGroup('package', 'kernel', 'do_syscall_64').palette).toBe('other')
  })

  test('has a separate colour for folded frames in every mode', () => {
    for (const mode of ['kind', 'package'] as const)
      expect(colourGroup(mode, 'folded', 'Spring')).toBe(kindGroups.folded)
    for (const theme of themes) {
      const all = frameKinds.map((kind) => groupColour(kindGroups[kind], theme))
      expect(new Set(all).size).toBe(frameKinds.length)
    }
  })

  test.each(themes)('law: text is readable on every colour of the %s theme', (theme) => {
    fc.assert(
      fc.property(
        fc.constantFrom('kind', 'package'),
        fc.constantFrom(...frameKinds),
        fc.string(),
        (mode, kind, name) => {
          for (const full of [name, `${name}.acme.Foo.bar`]) {
            const colour = frameColour(mode, kind, full, theme)
            expect(colour).toMatch(/^#[0-9a-f]{6}$/)
            expect(contrast(colour, textColour(theme))).toBeGreaterThanOrEqual(4.5)
            expect(frameColour(mode, kind, full, theme)).toBe(colour)
          }
        },
      ),
      { seed: 14, numRuns: 1000 },
    )
  })

  test('law: a profile of ten thousand names has few colours', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `com.acme.p${index % 100}.C${index}.run`)
    expect(new Set(names.map((name) => frameColour('kind', 'java', name, 'light'))).size).toBe(12)
    expect(new Set(names.map((name) => frameColour('package', 'java', name, 'dark'))).size).toBeLessThanOrEqual(24 * 12)
  })

  test('is the same on every machine and in every version', () => {
    expect(frameColour('kind', 'java', 'com.acme.Cart.total', 'light')).toBe('#37cd37')
    expect(frameColour('package', 'java', 'com.acme.Cart.total', 'dark')).toBe('#6a2379')
  })
})

describe.each(themes)('in the %s theme', (theme) => {
  const searches = Array.from({ length: maxSearches }, (_, search) => searchColour(search))
  const fills = knownTiers.map((tier) => groupColour({ palette: tier, label: tier }, theme))
  const heat = selfTimeGroups.map((group) => groupColour(group, theme))

  test('text is readable on tiers, heat and rules, and the text of matches on the colours of searches', () => {
    for (const fill of [...fills, ...heat, ...ruleColours(theme)]) {
      expect(contrast(fill, textColour(theme))).toBeGreaterThanOrEqual(4.5)
    }
    for (const colour of searches) expect(contrast(colour, searchTextColour), colour).toBeGreaterThanOrEqual(7)
  })

  test.each(visionNames)('searches, tiers, heat and rules can be distinguished with %s colour vision', (vision) => {
    expect(nearest(searches, vision)).toBeGreaterThan(0.13)
    expect(nearest(fills, vision)).toBeGreaterThan(0.08)
    expect(nearest(ruleColours(theme), vision)).toBeGreaterThan(0.065)
    for (let band = 1; band < heat.length; band++)
      expect(distance(heat[band - 1]!, heat[band]!, vision)).toBeGreaterThan(0.03)
  })

  test('colours of searches differ from those of frame kinds', () => {
    for (const kind of frameKinds) {
      for (const colour of searches)
        expect(distance(colour, groupColour(kindGroups[kind], theme), 'full')).toBeGreaterThan(0.13)
    }
  })

  test('a stripe of tiers is visible on a Java box, and its parts can be distinguished', () => {
    const stripe = knownTiers.map((tier) => tierColour(tier, theme))
    for (const colour of stripe) {
      expect(contrast(colour, groupColour(kindGroups.java, theme))).toBeGreaterThan(2.5)
    }
    for (const vision of visionNames) expect(nearest(stripe, vision)).toBeGreaterThan(0.06)
  })

  test('every rule colour has a name', () => {
    expect(ruleColours(theme).length).toBe(ruleColourNames.length)
    expect(new Set(ruleColours(theme)).size).toBe(ruleColourNames.length)
    for (const index of [-1, 1.5, 1e300, NaN, Infinity]) {
      expect(ruleColours(theme)).toContain(groupColour({ palette: 'rule', label: '', index }, theme))
    }
  })
})
