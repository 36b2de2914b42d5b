/** How colours look to people: what contrast they have, and how far apart they are for those who see fewer colours. */

type Triple = readonly [number, number, number]

/** All channels of light that a css colour `#rrggbb` has, 0 to 1. */
function linearOf(css: string): Triple {
  const channel = (at: number) => {
    const value = parseInt(css.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

/** WCAG 2.2, relative luminance and contrast ratio. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [a, b].map(luminance).sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(css: string): number {
  const [red, green, blue] = linearOf(css)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

// Source: Machado, Oliveira, Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency",
// 2009, severity 1.
const visionTypes: Readonly<Record<string, readonly Triple[]>> = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

export const visionNames = Object.keys(visionTypes)

/** How different two colours look, in OKLab: black and white are 1 apart, 0.02 is just to be seen side by side. */
export function distance(a: string, b: string, vision: string): number {
  const [x, y] = [a, b].map((css) => labOf(seen(linearOf(css), visionTypes[vision]!))) as [Triple, Triple]
  return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2])
}

function seen([red, green, blue]: Triple, vision: readonly Triple[]): Triple {
  return vision.map((row) =>
    Math.min(1, Math.max(0, row[0] * red + row[1] * green + row[2] * blue)),
  ) as unknown as Triple
}

function labOf([red, green, blue]: Triple): Triple {
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ]
}
