import { describe, expect, test } from 'vitest'
import { contrast, distance, visionNames } from '../../testing/profiles/colour-contrast.ts'
import { shopProfile } from '../../testing/profiles/shop-profile.ts'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { groupColour, textColour, type Theme } from './colour.ts'
import { buildLegend } from './legend.ts'
import { assignPackageColours, measurePackageAreas } from './package-colours.ts'
import type { Profile } from '../model/profile.ts'
import { packageColourCount, strongPackageColours } from './palettes.ts'

const coloursOf = (profile: Profile) => assignPackageColours(measurePackageAreas(profile))
const colourOf = (theme: Theme, index: number) => groupColour({ palette: 'package', label: 'x', index }, theme)

describe('colours of packages', () => {
  test('are assigned by the weight of a package, the strong ones first, each once', () => {
    const colours = coloursOf(shopProfile())
    expect(colours.size).toBeGreaterThan(8)
    expect(new Set(colours.values()).size).toBe(colours.size)
    const [first] = [...colours.keys()]
    expect(first).toBe('shop.pricing') // has most weight of its own
    expect([...colours.values()].slice(0, strongPackageColours).every((index) => index < strongPackageColours)).toBe(
      true,
    )
    expect(coloursOf(shopProfile())).toEqual(colours)
  })

  test.each([
    ['light', '#ffffff'],
    ['dark', '#121315'],
  ] as const)('of the five largest contrast with the %s page, with any names', (theme, page) => {
    for (let seed = 0; seed < 20; seed++) {
      const names = Array.from({ length: 12 }, (_, index) => `com.acme${seed}.p${index}.A.run`)
      const samples = names.map((_, index) => 100 - index)
      const colours = coloursOf(profileFromDiagram(`${names.join(' ')}\n${samples.join(' ')}`))
      const largest = [...colours.values()].slice(0, 5).map((index) => contrast(colourOf(theme, index), page))
      expect(Math.min(...largest)).toBeGreaterThan(2)
    }
  })

  test('contrast where a package has nearly all weight, below many rows of others', () => {
    for (let seed = 0; seed < 20; seed++) {
      const callers = Array.from({ length: 16 }, (_, row) => `com.acme${seed}.p${row >> 1}.A.run`)
      const rows = [...callers.map((name) => `${name} ${name}`), `com.hot${seed}.a.A.run .`]
      const colours = coloursOf(profileFromDiagram(`${rows.join('\n')}\n93 7`))
      expect([...colours.keys()][0]).toBe(`com.hot${seed}.a`)
    }
  })

  test('are pale for the packages after the strong ones', () => {
    const names = Array.from({ length: 15 }, (_, index) => `com.acme.p${index}.A.run`)
    const colours = coloursOf(profileFromDiagram(names.join('\n')))
    expect(colours.size).toBe(packageColourCount)
  })

  test('are one assignment for two profiles side by side, of the largest packages of both', () => {
    const areasOf = (side: string) => {
      const names = Array.from({ length: 12 }, (_, rank) => `com.${rank < 4 ? 'both' : side}.p${rank}.A.run`)
      return measurePackageAreas(
        profileFromDiagram(`${names.join(' ')}\n${names.map((_, rank) => 12 - rank).join(' ')}`),
      )
    }
    const colours = assignPackageColours(areasOf('left'), areasOf('right'))
    expect(assignPackageColours(areasOf('right'), areasOf('left'))).toEqual(colours)
    const count = (side: string) => [...colours.keys()].filter((label) => label.startsWith(`com.${side}.`)).length
    expect(['both', 'left', 'right'].map(count)).toEqual([4, 4, 4])
  })

  test('are the same in two profiles whose large packages are the same in another order', () => {
    for (let seed = 0; seed < 20; seed++) {
      const names = Array.from({ length: 5 }, (_, rank) => `com.acme${seed}.p${rank}.A.run`).join(' ')
      const [first, second] = ['9 8 7 6 5', '5 9 6 8 7'].map((weights) =>
        coloursOf(profileFromDiagram(`${names}\n${weights}`)),
      )
      expect(Object.fromEntries(second!)).toEqual(Object.fromEntries(first!))
    }
  })

  test('are in the legend', () => {
    const shop = shopProfile()
    const packages = coloursOf(shop)
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
