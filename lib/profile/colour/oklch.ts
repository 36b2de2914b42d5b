/** Red, green and blue, 0 to 255 each. */
export type Rgb = readonly [red: number, green: number, blue: number]

/**
 * A colour by how light it looks (0 to 1), how strong (0 to about 0.3) and its hue in degrees. Equal lightness looks
 * equally light in any hue, so one colour of text is readable on all of them. Source: Björn Ottosson, "A
 * perceptual color space for image processing", 2020 (public domain).
 */
export function convertOklchToRgb(lightness: number, chroma: number, hueDegrees: number): Rgb {
  const a = chroma * Math.cos((hueDegrees * Math.PI) / 180)
  const b = chroma * Math.sin((hueDegrees * Math.PI) / 180)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    encodeGamma(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    encodeGamma(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    encodeGamma(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ]
}

export function toCss([red, green, blue]: Rgb): string {
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function encodeGamma(linear: number): number {
  const clipped = Math.min(1, Math.max(0, linear))
  const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
}
