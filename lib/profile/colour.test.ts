import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { profileFromPicture } from '../testing/picture.ts'
import { colourGroup } from './colour-group.ts'
import { frameColour, matchColour, textColour, type Theme } from './colour.ts'
import { legend } from './legend.ts'
import { frameKinds } from './profile.ts'

function channels(css: string): [number, number, number] {
  return [1, 3, 5].map((at) => parseInt(css.slice(at, at + 2), 16)) as [number, number, number]
}

/** WCAG 2.2, relative luminance and contrast ratio. */
function contrast(a: string, b: string): number {
  const [light, dark] = [a, b]
    .map((css) => {
      const [red, green, blue] = channels(css).map((part) => {
        const value = part / 255
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
      }) as [number, number, number]
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    })
    .sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
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

  test('judges by name only what has no kind', () => {
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

  test('groups java by package, as far as it tells who wrote it', () => {
    const packages = {
      'com.acme.shop.cart.Cart.total': 'com.acme.shop',
      'java.util.HashMap.get': 'java.util',
      'io.netty.channel.nio.NioEventLoop.run': 'io.netty.channel',
      'Main.main': '(no package)',
      'constructor.Main.main': 'constructor',
    }
    for (const [name, label] of Object.entries(packages)) expect(colourGroup('package', 'java', name).label).toBe(label)
    expect(colourGroup('package', 'kernel', 'do_syscall_64').palette).toBe('other')
  })

  test.each<Theme>(['light', 'dark'])('law: text is readable on every colour of the %s theme', (theme) => {
    expect(contrast(matchColour(theme), textColour(theme))).toBeGreaterThanOrEqual(4.5)
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

  test('law: a profile of ten thousand names needs few brushes', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `com.acme.p${index % 100}.C${index}.run`)
    expect(new Set(names.map((name) => frameColour('kind', 'java', name, 'light'))).size).toBe(12)
    expect(new Set(names.map((name) => frameColour('package', 'java', name, 'dark'))).size).toBeLessThanOrEqual(24 * 12)
  })
})

describe('legend', () => {
  const profile = profileFromPicture(`
    com.acme.shop.Main.main com.acme.shop.Main.main java.util.List.of
    read_[k]                Parse::do_it_[v]        .
    1                       2                       5
  `)

  test('names each colour that is drawn, with its share of self time', () => {
    expect(legend('kind', profile).map(({ group, share }) => [group.label, share])).toEqual([
      ['Java', 0.625],
      ['JVM, C++', 0.25],
      ['kernel', 0.125],
    ])
    expect(legend('package', profile).map(({ group, share }) => [group.label, share])).toEqual([
      ['java.util', 0.625],
      ['not Java', 0.375],
      ['com.acme.shop', 0],
    ])
  })
})
