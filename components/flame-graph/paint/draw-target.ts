import { boxTextPx } from '../../../lib/profile/layout/box-look.ts'

/** How a text looks. The face is the graph's, monospaced. */
export interface TextStyle {
  readonly sizePx: number
  readonly isBold: boolean
  readonly align: 'left' | 'middle'
}

export const boxText: TextStyle = { sizePx: boxTextPx, isBold: false, align: 'left' }
export const pinText: TextStyle = { sizePx: 9.5, isBold: true, align: 'middle' }
export const titleText: TextStyle = { sizePx: 14, isBold: true, align: 'left' }
export const noteText: TextStyle = { sizePx: 11.5, isBold: false, align: 'left' }

/**
 * What a flame graph is drawn with: a canvas, or an SVG. Both draw from the same calls, so that an export shows what
 * the screen shows. Units: CSS pixels from the top left; `alpha` 0 to 1.
 */
export interface DrawTarget {
  /** `node` is the node of the rectangle, -1 for decoration. */
  fillRect(x: number, y: number, width: number, height: number, colour: string, alpha: number, node: number): void
  /** A line along the inside of the rectangle. */
  strokeRect(x: number, y: number, width: number, height: number, linePx: number, colour: string, alpha: number): void
  /** The same with a broken line: for a frame that is no longer there. */
  strokeDashedRect(
    x: number,
    y: number,
    width: number,
    height: number,
    linePx: number,
    colour: string,
    alpha: number,
  ): void
  /** Slanting lines all over the rectangle: what was not there before. */
  hatchRect(x: number, y: number, width: number, height: number, linePx: number, colour: string, alpha: number): void
  fillCircle(x: number, y: number, radius: number, colour: string): void
  /** `y` is the middle of the line. */
  fillText(text: string, x: number, y: number, textStyle: TextStyle, colour: string, alpha: number): void
  /** What `draw` draws counts from this rectangle's corner and ends at its edges. */
  clipTo(x: number, y: number, width: number, height: number, draw: () => void): void
}
