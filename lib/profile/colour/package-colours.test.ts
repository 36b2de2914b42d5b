import { describe, expect, test } from 'vitest'
import { contrast, distance, visionNames } from '../../testing/profiles/colour-contrast.ts'
import { shopProfile } from '../../testing/profiles/shop-profile.ts'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { groupColour, textColour, type Theme } from './colour.ts'
import { buildLegend } from './legend.ts'
import { assignPackageColours } from './package-colours.ts'
import { packageColourCount, strongPackageColours } from './palettes.ts'

const colourOf = (theme: Theme, index: number) => groupColour({ palette: 'package', label: 'x', index }, theme)

describe('colours of packages', () => {
  test('are assigned by the weight of a package, the strong ones first, each once', () => {
    const colours = assignPackageColours(shopProfile())
    expect(colours.size).toBeGreaterThan(8)
    expect(new Set(colours.values()).size).toBe(colours.size)
    const [first] = [...colours.keys()]
    expect(first).toBe('shop.pricing') // has most weight of its own
    expect([...colours.values()].slice(0, strongPackageColours).every((index) => index < strongPackageColours)).toBe(
      true,
    )
    expect(assignPackageColours(shopProfile())).toEqual(colours)
  })

  test.each([
    ['light', '#ffffff'],
    ['dark', '#121315'],
  ] as const)('of the five largest contrast with the %s page, with any names', (theme, page) => {
    for (let seed = 0; seed < 20; seed++) {
      const names = Array.from({ length: 12 }, (_, index) => `com.acme${seed}.p${index}.A.run`)
      const samples = names.map((_, index) => 100 - index)
      const colours = assignPackageColours(profileFromDiagram(`${names.join(' ')}\n${samples.join(' ')}`))
      const largest = [...colours.values()].slice(0, 5).map((index) => contrast(colourOf(theme, index), page))
      expect(Math.min(...largest)).toBeGreaterThan(2)
    }
  })

  test('contrast where a package has nearly all weight, below many rows of others', () => {
    for (let seed = 0; seed < 20; seed++) {
      const callers = Array.from({ length: 16 }, (_, row) => `com.acme${seed}.p${row >> 1}.A.run`)
      const rows = [...callers.map((name) => `${name} ${name}`), `com.hot${seed}.a.A.run .`]
      const colours = assignPackageColours(profileFromDiagram(`${rows.join('\n')}\n93 7`))
      expect([...colours.keys()][0]).toBe(`com.hot${seed}.a`)
    }
  })

  test('are pale for the packages after the strong ones', () => {
    const names = Array.from({ length: 15 }, (_, index) => `com.acme.p${index}.A.run`)
    const colours = assignPackageColours(profileFromDiagram(names.join('\n')))
    expect(colours.size).toBe(packageColourCount)
  })

  test('are in the legend', () => {
    const shop = shopProfile()
    const packages = assignPackageColours(shop)
    const legend = buildLegend('package', shop, { packages }).filter(({ group }) => group.palette === 'package')
    expect(legend.length).toBeGreaterThan(3)
    for (const { group } of legend) expect(group.index).toBe(packages.get(group.label) ?? -1)
  })

  test.each(['light', 'dark'] as const)(
    'can be distinguished and have readable text in the %s theme, with colour blindness too',
    (theme) => {
      const all = Array.from({ length: packageColourCount }, (_, index) => colourOf(theme, index))
      for (const colour of all) expect(contrast(colour, textColour(theme))).toBeGreaterThanOrEqual(4.5)
      for (const vision of visionNames) {
        all.forEach((colour, index) => {
          for (const other of all.slice(0, index)) {
            expect(distance(colour, other, vision)).toBeGreaterThan(index < strongPackageColours ? 0.075 : 0.05)
          }
        })
      }
    },
  )
})
