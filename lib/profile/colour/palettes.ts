import type { ColourGroup } from './colour-group.ts'
import { convertOklchToRgb, type Rgb } from './oklch.ts'
import type { KnownTier } from './node-tiers.ts'

export type Theme = 'light' | 'dark'

/** From shade 0 to shade 1 of one colour. */
export type Shades = readonly [Rgb, Rgb]

/** Palettes that are one colour; the others are made from a label or an index. */
type PlainPalette = Exclude<ColourGroup['palette'], 'package' | 'pool' | 'heat' | 'rule'>

/** Shades around a colour whose lightness suits the theme's text. */
function createShades(lightness: number, chroma: number, hue: number): Shades {
  return [convertOklchToRgb(lightness - 0.02, chroma, hue), convertOklchToRgb(lightness + 0.02, chroma, hue)]
}

function parseShades(low: string, high: string): Shades {
  const parse = (css: string): Rgb => [1, 3, 5].map((at) => parseInt(css.slice(at, at + 2), 16)) as unknown as Rgb
  return [parse(low), parse(high)]
}

// The light ones of kinds are flamegraph.pl's (green #32c832 to #6eff6e and so on), but for the dark end of its red, on
// which black text would fall under 4.5:1. The dark ones keep the hue, and are as light as white text allows, so that
// faded ones differ as much as the light ones. Tiers differ in lightness too, for those who do not see red and green
// apart.
export const plainPalettes: Readonly<Record<Theme, Readonly<Record<PlainPalette, Shades>>>> = {
  light: {
    java: parseShades('#32c832', '#6eff6e'),
    vm: parseShades('#afaf32', '#e6e646'),
    native: parseShades('#e14b4b', '#ff8282'),
    kernel: parseShades('#be5a00', '#ff9b00'),
    unknown: parseShades('#a0a0a0', '#c8c8c8'),
    thread: parseShades('#78a0dc', '#a5c3f0'),
    folded: createShades(0.81, 0.055, 65),
    other: parseShades('#a0a0a0', '#c8c8c8'),
    interpreted: createShades(0.66, 0.17, 40),
    c1: createShades(0.86, 0.15, 90),
    c2: createShades(0.74, 0.14, 155),
    inlined: createShades(0.85, 0.08, 220),
  },
  dark: {
    java: parseShades('#006015', '#067128'),
    vm: parseShades('#6d6600', '#7e7719'),
    native: parseShades('#9b0022', '#af1c33'),
    kernel: parseShades('#914600', '#a55800'),
    unknown: parseShades('#47474a', '#57585b'),
    thread: parseShades('#284270', '#3a588e'),
    folded: createShades(0.45, 0.05, 65),
    other: parseShades('#47474a', '#57585b'),
    interpreted: createShades(0.5, 0.15, 38),
    c1: createShades(0.36, 0.09, 75),
    c2: createShades(0.48, 0.06, 165),
    inlined: createShades(0.36, 0.08, 240),
  },
}

/** From the hottest (selfTimeGroups) to nothing: hotter colours are redder, with more contrast to the background. */
export const selfTimeColours: Readonly<Record<Theme, readonly Rgb[]>> = {
  light: [
    convertOklchToRgb(0.63, 0.21, 28),
    convertOklchToRgb(0.7, 0.18, 40),
    convertOklchToRgb(0.77, 0.15, 55),
    convertOklchToRgb(0.84, 0.13, 75),
    convertOklchToRgb(0.9, 0.11, 92),
    convertOklchToRgb(0.94, 0.05, 95),
    convertOklchToRgb(0.87, 0.003, 95),
  ],
  dark: [
    convertOklchToRgb(0.56, 0.15, 45),
    convertOklchToRgb(0.5, 0.13, 48),
    convertOklchToRgb(0.45, 0.1, 56),
    convertOklchToRgb(0.4, 0.075, 64),
    convertOklchToRgb(0.35, 0.05, 72),
    convertOklchToRgb(0.3, 0.025, 80),
    convertOklchToRgb(0.25, 0.005, 80),
  ],
}

/**
 * The stripe in a box that shows its tiers is darker than any box of the light theme, lighter than any of the dark one.
 */
export const stripeColours: Readonly<Record<Theme, Readonly<Record<KnownTier, string>>>> = {
  light: { interpreted: '#8f1d00', c1: '#8a5b00', c2: '#1b4a38', inlined: '#2460a8' },
  dark: { interpreted: '#ff767e', c1: '#ffc200', c2: '#59ffcb', inlined: '#79b1f9' },
}

/** Names of the colours that a person can choose for a rule. */
export const ruleColourNames = ['red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'violet', 'magenta'] as const

// Lightness and hue of each, found by search so that none look alike, with any colour blindness.
type LightnessChromaHue = readonly [number, number, number]
const rules: Readonly<Record<Theme, readonly LightnessChromaHue[]>> = {
  light: [
    [0.62, 0.17, 35],
    [0.79, 0.16, 60],
    [0.94, 0.12, 90],
    [0.77, 0.11, 155],
    [0.91, 0.09, 200],
    [0.67, 0.17, 260],
    [0.81, 0.11, 295],
    [0.65, 0.16, 335],
  ],
  dark: [
    [0.32, 0.12, 22],
    [0.4, 0.09, 60],
    [0.52, 0.11, 105],
    [0.45, 0.07, 155],
    [0.35, 0.06, 200],
    [0.52, 0.11, 245],
    [0.31, 0.13, 300],
    [0.52, 0.14, 345],
  ],
}

/** Keeps: rules come from links too, so every number is a colour. */
export function ruleShades(index: number, theme: Theme): Shades {
  const ofTheme = rules[theme]
  const position = Math.abs(Math.trunc(index)) % ofTheme.length
  return createShades(...(ofTheme[position] ?? ofTheme[0]!))
}

// Hues of Okabe and Ito's palette ("Color Universal Design", 2008) and hues between them; lightness and hue then
// found by search, so that none look alike in any kind of colour blindness and the theme's text can be read. The first
// eight are furthest apart, and the first five of them contrast with the page, too.
const packages: Readonly<Record<Theme, readonly LightnessChromaHue[]>> = {
  light: [
    [0.64, 0.14, 37],
    [0.74, 0.15, 247],
    [0.77, 0.17, 92],
    [0.64, 0.15, 311],
    [0.64, 0.11, 176],
    [0.91, 0.17, 223],
    [0.92, 0.09, 31],
    [0.92, 0.17, 126],
    [0.83, 0.16, 236],
    [0.7, 0.17, 81],
    [0.71, 0.07, 254],
    [0.82, 0.13, 135],
  ],
  dark: [
    [0.42, 0.15, 65],
    [0.53, 0.15, 246],
    [0.51, 0.14, 111],
    [0.55, 0.15, 343],
    [0.42, 0.15, 320],
    [0.31, 0.13, 209],
    [0.3, 0.09, 11],
    [0.3, 0.15, 295],
    [0.49, 0.08, 197],
    [0.37, 0.06, 26],
    [0.48, 0.06, 55],
    [0.54, 0.06, 51],
  ],
}
export const packageColourCount = packages.light.length
/** The first of them, which packages get before the others. */
export const strongPackageColours = 8
/** The first of those, for the largest packages. */
export const vividPackageColours = 5

/** The colour at this index of the palette of packages; pale, with a hue of the label, where it has none. */
export function packageShades(index: number, labelHash: number, theme: Theme): Shades {
  const colour = packages[theme][index]
  const hue = ((labelHash % labelHues) * 360) / labelHues
  return createShades(...(colour ?? (theme === 'light' ? [0.84, 0.03, hue] : [0.42, 0.025, hue])))
}

/** Hues for the colours of thread pools, and of packages that have no colour of their own. */
const labelHues = 24

/** A hue of 24 for a pool, always the same for the same label. */
export function hueShades(labelHash: number, theme: Theme): Shades {
  const hue = ((labelHash % labelHues) * 360) / labelHues
  return theme === 'light'
    ? [convertOklchToRgb(0.76, 0.11, hue), convertOklchToRgb(0.84, 0.11, hue)]
    : [convertOklchToRgb(0.4, 0.09, hue), convertOklchToRgb(0.48, 0.09, hue)]
}
