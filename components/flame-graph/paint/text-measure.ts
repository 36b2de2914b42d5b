import { fontOf } from './canvas-target.ts'
import { boxText } from './draw-target.ts'

let ruler: CanvasRenderingContext2D | undefined

/** Widths of texts on boxes, in pixels, measured on a canvas of its own: the one that is painted has its font in use. */
export function createTextMeasure(fontFamily: string): (text: string) => number {
  const context = (ruler ??= document.createElement('canvas').getContext('2d')!)
  context.font = fontOf(boxText, fontFamily)
  context.textRendering = 'optimizeSpeed'
  return (text) => context.measureText(text).width
}
