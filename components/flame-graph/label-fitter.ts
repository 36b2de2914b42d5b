/** The name that fits into `widthPx`, or an empty string when nothing readable does. */
export interface LabelFitter {
  fit(frame: number, widthPx: number): string
}

/** Under this a shortened name says nothing. */
const minChars = 3

/**
 * Fits names into boxes without measuring: the font is monospaced, so width is a count of characters. Only names with
 * characters outside ASCII, which may come from another font or be twice as wide, are measured, once each.
 */
export function createLabelFitter(
  context: CanvasRenderingContext2D,
  nameOf: (frame: number) => string,
  shorten: (name: string, chars: number) => string,
): LabelFitter {
  const charPx = context.measureText('0').width
  const unitsByFrame: number[] = []
  const shortened = new Map<number, { chars: number; text: string }>()

  /** Width of the whole name, in characters of the font. */
  function unitsOf(frame: number): number {
    const known = unitsByFrame[frame]
    if (known !== undefined) return known
    const name = nameOf(frame)
    const units = isAscii(name) ? name.length : context.measureText(name.slice(0, 500)).width / charPx
    return (unitsByFrame[frame] = units)
  }

  return {
    fit(frame, widthPx) {
      const chars = Math.floor(widthPx / charPx)
      if (chars < minChars) return ''
      const units = unitsOf(frame)
      const name = nameOf(frame)
      if (units <= chars) return name
      const known = shortened.get(frame)
      if (known?.chars === chars) return known.text
      const text = shorten(name, units === name.length ? chars : Math.floor((chars * name.length) / units))
      shortened.set(frame, { chars, text })
      return text
    },
  }
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 126) return false
  return true
}
