import { minLabelChars } from '../../../lib/profile/layout/box-look.ts'

/** Characters of a name outside ASCII whose width is measured: no box is wide enough for more. */
const mostMeasuredChars = 500

/** Cuts long labels of the flame graph: the name that fits into `widthPx`, empty when nothing readable does. */
export interface LabelFitter {
  fit(frame: number, widthPx: number): string
  /** The width of a text that was fitted, in CSS pixels. */
  measure(text: string): number
}

/**
 * Fits names into boxes without measuring: the font is monospaced, so width is a count of characters. Only names with
 * characters outside ASCII, which may come from another font or be twice as wide, are measured, once each.
 */
export function createLabelFitter(
  measure: (text: string) => number,
  nameOf: (frame: number) => string,
  shorten: (name: string, chars: number) => string,
): LabelFitter {
  // Only when there is a label: for the first measure the browser looks for the font, which takes longer than painting
  // the boxes.
  let charPx = 0
  // A map, for few of maybe 200,000 frames are ever wide enough to be asked for.
  const fitted = new Map<number, Fitted>()

  function fittedOf(frame: number): Fitted {
    const cached = fitted.get(frame)
    if (cached) return cached
    const name = nameOf(frame)
    const units = isAscii(name) ? name.length : measure(name.slice(0, mostMeasuredChars)) / charPx
    const next = { name, units, chars: -1, text: '' }
    fitted.set(frame, next)
    return next
  }

  return {
    fit(frame, widthPx) {
      charPx ||= measure('0')
      const chars = Math.floor(widthPx / charPx)
      if (chars < minLabelChars) return ''
      const frameLabel = fittedOf(frame)
      const { name, units } = frameLabel
      if (units <= chars) return name
      if (frameLabel.chars !== chars) {
        frameLabel.chars = chars
        frameLabel.text = shorten(name, units === name.length ? chars : Math.floor((chars * name.length) / units))
      }
      return frameLabel.text
    },
    measure: (text) => (isAscii(text) ? text.length * charPx : measure(text)),
  }
}

/** A frame's name, its width in characters of the font, and how it was last shortened, to how many characters. */
interface Fitted {
  readonly name: string
  readonly units: number
  chars: number
  text: string
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 126) return false
  return true
}
