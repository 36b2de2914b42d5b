import { dashPx, slantsOf } from './hatch.ts'
import { boxText, type Pen, type TextLook } from './draw-target.ts'

let ruler: CanvasRenderingContext2D | undefined

/** Widths of texts on boxes, in pixels, measured on a canvas of its own: the one that is painted has its font in use. */
export function createTextMeasure(fontFamily: string): (text: string) => number {
  const context = (ruler ??= document.createElement('canvas').getContext('2d')!)
  context.font = fontOf(boxText, fontFamily)
  context.textRendering = 'optimizeSpeed'
  return (text) => context.measureText(text).width
}

/** Draws on a canvas whose unit is a CSS pixel. */
export function createCanvasPen(context: CanvasRenderingContext2D, fontFamily: string): Pen {
  // Setting a style parses it each time, even an equal one.
  let style = ''
  let opacity = -1
  let textLook: TextLook | null = null

  const dip = (colour: string, alpha: number) => {
    if (colour !== style) context.fillStyle = style = colour
    if (alpha !== opacity) context.globalAlpha = opacity = alpha
  }

  return {
    fill(x, y, width, height, colour, alpha) {
      dip(colour, alpha)
      context.fillRect(x, y, width, height)
    },
    outline(x, y, width, height, linePx, colour, alpha) {
      dip(style, alpha)
      context.strokeStyle = colour
      context.lineWidth = linePx
      context.strokeRect(x + linePx / 2, y + linePx / 2, width - linePx, height - linePx)
    },
    dashes(x, y, width, height, linePx, colour, alpha) {
      dip(style, alpha)
      context.strokeStyle = colour
      context.lineWidth = linePx
      context.setLineDash(dashPx)
      context.strokeRect(x + linePx / 2, y + linePx / 2, width - linePx, height - linePx)
      context.setLineDash([])
    },
    hatch(x, y, width, height, linePx, colour, alpha) {
      dip(style, alpha)
      context.strokeStyle = colour
      context.lineWidth = linePx
      context.beginPath()
      for (const [x0, y0, x1, y1] of slantsOf(x, y, width, height)) {
        context.moveTo(x0, y0)
        context.lineTo(x1, y1)
      }
      context.stroke()
    },
    disc(x, y, radius, colour) {
      dip(colour, 1)
      context.beginPath()
      context.arc(x, y, radius, 0, 2 * Math.PI)
      context.fill()
    },
    write(text, x, y, look, colour, alpha) {
      dip(colour, alpha)
      if (look !== textLook) {
        textLook = look
        context.font = fontOf(look, fontFamily)
        context.textBaseline = 'middle'
        context.textAlign = look.align === 'middle' ? 'center' : 'left'
        context.textRendering = 'optimizeSpeed' // no ligatures: `</` and `::` stay two characters wide
      }
      context.fillText(text, x, y)
    },
    inside(x, y, width, height, draw) {
      context.save()
      context.beginPath()
      context.rect(x, y, width, height)
      context.clip()
      context.translate(x, y)
      draw()
      context.restore()
      style = ''
      opacity = -1
      textLook = null
    },
  }
}

export function fontOf({ sizePx, isBold }: TextLook, fontFamily: string): string {
  return `${isBold ? '600 ' : ''}${sizePx}px ${fontFamily}`
}
