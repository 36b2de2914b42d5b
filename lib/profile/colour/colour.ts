import { colourGroup, type ColourGroup } from './colour-group.ts'
import { hashText } from '../names/name-hash.ts'
import type { KnownTier } from './node-tiers.ts'
import { toCss, type Rgb } from './oklch.ts'
import {
  selfTimeColours,
  hueShades,
  packageShades,
  plainPalettes,
  ruleColourNames,
  ruleShades,
  stripeColours,
  strongPackageColours,
  type Shades,
  type Theme,
} from './palettes.ts'
import type { FrameKind } from '../model/profile.ts'

export { type Theme } from './palettes.ts'

/** Few shades of each colour: boxes of one colour are painted together, and each further colour costs time. */
export const shadeCount = 12

/** Which of the shades a frame has, so that neighbours in one colour are distinguishable. */
export function shadeOfName(name: string): number {
  return hashText(name) % shadeCount
}

/**
 * The css colour of a frame by itself, the same in every run and on every machine. By kind it is the Java palette that
 * people know from flamegraph.pl: java green, vm (C++) yellow, kernel orange, native red. By package, packages have
 * hues and the rest is grey.
 */
export function frameColour(mode: 'kind' | 'package', kind: FrameKind, name: string, theme: Theme): string {
  return shadedColour(colourGroup(mode, kind, name), shadeOfName(name), theme)
}

/** One of the shades of a group; `shade` counts from 0. */
export function shadedColour(group: ColourGroup, shade: number, theme: Theme): string {
  return toCss(mixOf(shadesOf(group, theme), shade / (shadeCount - 1)))
}

/** The middle shade of a group, for its legend. */
export function groupColour(group: ColourGroup, theme: Theme): string {
  return toCss(mixOf(shadesOf(group, theme), 0.5))
}

/** The colour of a tier in the stripe of a box, which is visible on every colour of a box. */
export function tierColour(tier: KnownTier, theme: Theme): string {
  return stripeColours[theme][tier]
}

/** Gives the colours of rules, in the order of ruleColourNames. */
export function ruleColours(theme: Theme): string[] {
  return ruleColourNames.map((label, index) => groupColour({ palette: 'rule', label, index }, theme))
}

/** Readable (4.5:1 and more) on every colour but those of searches. */
export function textColour(theme: Theme): string {
  return theme === 'light' ? '#000000' : '#ffffff'
}

// The same in both themes; black text on them has a contrast of 7:1. A program chose them as far as possible from the
// colours of boxes and from each other, also for people with any kind of colour blindness.
const searchColours = ['#ee48ff', '#00ad9d', '#fff800', '#92ffc8', '#ffa4ff', '#979b00'] as const

/** Gives the colour of the boxes that a search found, by its index in the list of searches. */
export function searchColour(search: number): string {
  return searchColours[search % searchColours.length]!
}

/** Readable on every colour of a search, 7:1 and more. */
export const searchTextColour = '#000000'

/** The two colours between which the shades of a group are. */
function shadesOf(group: ColourGroup, theme: Theme): Shades {
  switch (group.palette) {
    case 'package': {
      const hash = hashText(group.label)
      return packageShades(group.index ?? hash % strongPackageColours, hash, theme)
    }
    case 'pool':
      return hueShades(hashText(group.label), theme)
    case 'rule':
      return ruleShades(group.index ?? 0, theme)
    case 'heat': {
      // No shades: here the colour itself says how much. Without an index it is that of no self time.
      const colour = selfTimeColours[theme][group.index ?? selfTimeColours[theme].length - 1]!
      return [colour, colour]
    }
    default:
      return plainPalettes[theme][group.palette]
  }
}

/** `shade` from 0, the first of the two, to 1. */
function mixOf([low, high]: Shades, shade: number): Rgb {
  const mix = (part: 0 | 1 | 2) => Math.round(low[part] + (high[part] - low[part]) * shade)
  return [mix(0), mix(1), mix(2)]
}
