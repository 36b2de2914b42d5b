import { dashPx, createHatchLines } from './hatch.ts'
import { boxText, type DrawTarget, type TextStyle } from './draw-target.ts'

let ruler: CanvasRenderingContext2D | undefined

/**
 * Widths of texts on boxes, in pixels, measured on a canvas of its own: the one that is painted has its font in use.
 */
export function createTextMeasure(fontFamily: string): (text: string) => number {
  const context = (ruler ??= document.createElement('canvas').getContext('2d')!)
  context.font = formatFont(boxText, fontFamily)
  context.textRendering = 'optimizeSpeed'
  return (text) => context.measureText(text).width
}

/** Draws on a canvas whose unit is a CSS pixel. */
export function createCanvasTarget(context: CanvasRenderingContext2D, fontFamily: string): DrawTarget {
  // Setting a style parses it each time, even an equal one.
  let style = ''
  let opacity = -1
  let textLook: TextStyle | null = null

  /** A stroke passes the fill that is set, and changes the opacity alone. */
  const setFill = (colour: string, alpha: number) => {
    if (colour !== style) context.fillStyle = style = colour
    if (alpha !== opacity) context.globalAlpha = opacity = alpha
  }

  return {
    fillRect(x, y, width, height, colour, alpha) {
      setFill(colour, alpha)
      context.fillRect(x, y, width, height)
    },
    strokeRect(x, y, width, height, linePx, colour, alpha) {
      setFill(style, alpha)
      context.strokeStyle = colour
      context.lineWidth = linePx
      context.strokeRect(x + linePx / 2, y + linePx / 2, width - linePx, height - linePx)
    },
    strokeDashedRect(x, y, width, height, linePx, colour, alpha) {
      setFill(style, alpha)
      context.strokeStyle = colour
      context.lineWidth = linePx
      context.setLineDash(dashPx)
      context.strokeRect(x + linePx / 2, y + linePx / 2, width - linePx, height - linePx)
      context.setLineDash([])
    },
    hatchRect(x, y, width, height, linePx, colour, alpha) {
      setFill(style, alpha)
      context.strokeStyle = colour
      context.lineWidth = linePx
      context.beginPath()
      for (const [x0, y0, x1, y1] of createHatchLines(x, y, width, height)) {
        context.moveTo(x0, y0)
        context.lineTo(x1, y1)
      }
      context.stroke()
    },
    fillCircle(x, y, radius, colour) {
      setFill(colour, 1)
      context.beginPath()
      context.arc(x, y, radius, 0, 2 * Math.PI)
      context.fill()
    },
    fillText(text, x, y, textStyle, colour, alpha) {
      setFill(colour, alpha)
      if (textStyle !== textLook) {
        textLook = textStyle
        context.font = formatFont(textStyle, fontFamily)
        context.textBaseline = 'middle'
        context.textAlign = textStyle.align === 'middle' ? 'center' : 'left'
        context.textRendering = 'optimizeSpeed' // no ligatures: `</` and `::` stay two characters wide
      }
      context.fillText(text, x, y)
    },
    clipTo(x, y, width, height, draw) {
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

export function formatFont({ sizePx, isBold }: TextStyle, fontFamily: string): string {
  return `${isBold ? '600 ' : ''}${sizePx}px ${fontFamily}`
}
