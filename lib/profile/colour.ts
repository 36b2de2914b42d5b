import { colourGroup, type ColourGroup, type ColourMode } from './colour-group.ts'
import { hashText } from './name-hash.ts'
import { cssOf, rgbFromOklch, type Rgb } from './oklch.ts'
import { type FrameKind } from './profile.ts'

export type Theme = 'light' | 'dark'

/** Few shades of each colour, so that a painter seldom has to change its brush. */
const shadeCount = 12

/**
 * The css colour of a frame, the same in every run and on every machine. By kind it is the Java palette that people know from
 * flamegraph.pl: java green, vm (C++) yellow, kernel orange, native red. By package, packages have hues and the rest is grey.
 */
export function frameColour(mode: ColourMode, kind: FrameKind, name: string, theme: Theme): string {
  const shade = (hashText(name) % shadeCount) / (shadeCount - 1)
  return cssOf(shadeOf(colourGroup(mode, kind, name), shade, theme))
}

/** The middle shade of a group, for its legend. */
export function groupColour(group: ColourGroup, theme: Theme): string {
  return cssOf(shadeOf(group, 0.5, theme))
}

/** Readable (4.5:1 and more) on every colour that frameColour gives for the theme. */
export function textColour(theme: Theme): string {
  return theme === 'light' ? '#000000' : '#ffffff'
}

/** What a search found, in flamegraph.pl's magenta; darker where the text on it is white. */
export function matchColour(theme: Theme): string {
  return theme === 'light' ? '#e600e6' : '#a800a8'
}

// From shade 0 to shade 1. The light ones are flamegraph.pl's (green 50,200,50 to 110,255,110 and so on), but for the dark end
// of its red, on which black text would fall under 4.5:1. The dark ones keep the hue and carry white text.
const palettes: Record<Theme, Record<Exclude<ColourGroup['palette'], 'package'>, readonly [Rgb, Rgb]>> = {
  light: {
    java: [
      [50, 200, 50],
      [110, 255, 110],
    ],
    vm: [
      [175, 175, 50],
      [230, 230, 70],
    ],
    native: [
      [225, 75, 75],
      [255, 130, 130],
    ],
    kernel: [
      [190, 90, 0],
      [255, 155, 0],
    ],
    unknown: [
      [160, 160, 160],
      [200, 200, 200],
    ],
    thread: [
      [120, 160, 220],
      [165, 195, 240],
    ],
    other: [
      [160, 160, 160],
      [200, 200, 200],
    ],
  },
  dark: {
    java: [
      [24, 84, 34],
      [34, 112, 46],
    ],
    vm: [
      [92, 84, 16],
      [112, 102, 22],
    ],
    native: [
      [124, 32, 36],
      [168, 50, 52],
    ],
    kernel: [
      [122, 62, 8],
      [150, 78, 12],
    ],
    unknown: [
      [66, 66, 70],
      [92, 92, 96],
    ],
    thread: [
      [40, 66, 112],
      [58, 88, 142],
    ],
    other: [
      [66, 66, 70],
      [92, 92, 96],
    ],
  },
}

const packageHues = 24

function shadeOf(group: ColourGroup, shade: number, theme: Theme): Rgb {
  if (group.palette === 'package') {
    const hue = ((hashText(group.label) % packageHues) * 360) / packageHues
    return theme === 'light'
      ? rgbFromOklch(0.76 + 0.08 * shade, 0.11, hue)
      : rgbFromOklch(0.4 + 0.08 * shade, 0.09, hue)
  }
  const [low, high] = palettes[theme][group.palette]
  const mix = (part: 0 | 1 | 2) => Math.round(low[part] + (high[part] - low[part]) * shade)
  return [mix(0), mix(1), mix(2)]
}
