import { exportedPicture, type PictureOptions } from './export-scene.ts'
import { boxText, type Pen, type TextLook } from '../paint/draw-target.ts'
import type { Scene } from '../scene/scene.ts'
import { dashPx, slantsOf } from '../paint/hatch.ts'

/** Draws into SVG elements. */
interface SvgPen extends Pen {
  /** What was drawn so far. */
  elements(): string
}

/** `titleOf` gives the tooltip of a node's box, empty for none. Keeps: every text and colour is escaped, whatever it holds. */
function createSvgPen(titleOf: (node: number) => string): SvgPen {
  const parts: string[] = []

  const look = ({ sizePx, isBold, align }: TextLook) =>
    `font-size="${sizePx}"${isBold ? ' font-weight="600"' : ''}${align === 'middle' ? ' text-anchor="middle"' : ''}`

  return {
    fill(x, y, width, height, colour, alpha, node) {
      const title = node < 0 ? '' : titleOf(node)
      const rect = `<rect ${boxOf(x, y, width, height)} fill="${escapeXml(colour)}"${opacityOf(alpha)}`
      parts.push(title === '' ? `${rect}/>` : `${rect}><title>${escapeXml(title)}</title></rect>`)
    },
    outline(x, y, width, height, linePx, colour, alpha) {
      const box = boxOf(x + linePx / 2, y + linePx / 2, width - linePx, height - linePx)
      const stroke = `fill="none" stroke="${escapeXml(colour)}" stroke-width="${linePx}"${opacityOf(alpha)}`
      parts.push(`<rect ${box} ${stroke} pointer-events="none"/>`)
    },
    dashes(x, y, width, height, linePx, colour, alpha) {
      const box = boxOf(x + linePx / 2, y + linePx / 2, width - linePx, height - linePx)
      const stroke = `fill="none" stroke="${escapeXml(colour)}" stroke-width="${linePx}" stroke-dasharray="${dashPx.join(' ')}"`
      parts.push(`<rect ${box} ${stroke}${opacityOf(alpha)} pointer-events="none"/>`)
    },
    hatch(x, y, width, height, linePx, colour, alpha) {
      const path = slantsOf(x, y, width, height).map(
        ([x0, y0, x1, y1]) => `M${short(x0)} ${short(y0)}L${short(x1)} ${short(y1)}`,
      )
      const stroke = `stroke="${escapeXml(colour)}" stroke-width="${linePx}"${opacityOf(alpha)}`
      if (path.length > 0) parts.push(`<path d="${path.join('')}" ${stroke} pointer-events="none"/>`)
    },
    disc(x, y, radius, colour) {
      parts.push(`<circle cx="${short(x)}" cy="${short(y)}" r="${radius}" fill="${escapeXml(colour)}"/>`)
    },
    write(text, x, y, textLook, colour, alpha) {
      // `dominant-baseline` is read differently from viewer to viewer; a third of the size below the middle is right in all.
      const place = `x="${short(x)}" y="${short(y + textLook.sizePx * 0.36)}"`
      const style = `${look(textLook)} fill="${escapeXml(colour)}"${opacityOf(alpha)}`
      parts.push(`<text ${place} ${style}>${escapeXml(text)}</text>`)
    },
    inside(x, y, width, height, draw) {
      parts.push(`<svg ${boxOf(x, y, width, height)} overflow="hidden">`)
      draw()
      parts.push('</svg>')
    },
    elements: () => parts.join('\n'),
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text or an attribute's value, without the characters that XML cannot hold. */
export function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      // eslint-disable-next-line no-control-regex -- control characters are what is looked for
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]/g, '')
      .replace(/[&<>"']/g, (character) => entities[character]!)
  )
}

function boxOf(x: number, y: number, width: number, height: number): string {
  return `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`
}

function opacityOf(alpha: number): string {
  return alpha === 1 ? '' : ` opacity="${short(alpha)}"`
}

/** Hundredths of a pixel are enough. */
function short(px: number): string {
  return String(Math.round(px * 100) / 100)
}

/** JetBrains Mono is 0.6 wide, and so are most other monospaced faces that stand in for it where it is not installed. */
const charShare = 0.6
const wideCharacter = /[^\0-\u02ff]/g

/** An SVG of what a scene shows, as the screen shows it, with its title and legend. It holds no script and needs nothing else. */
export function writeSvgPicture(scene: Scene, options: PictureOptions): string {
  const picture = exportedPicture(scene, options, measure, 1)
  const pen = createSvgPen(options.titleOf ?? (() => ''))
  picture.draw(pen)
  const { widthPx, heightPx } = picture
  const size = `width="${widthPx}" height="${heightPx}" viewBox="0 0 ${widthPx} ${heightPx}"`
  const font = escapeXml(scene.theme.fontFamily)
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${font}" xml:space="preserve" role="img">
<title>${escapeXml(options.title)}</title>
${pen.elements()}
</svg>
`
}

/** Width of a text on a box, reckoned: where an SVG is written there may be no font to measure with. */
function measure(text: string): number {
  const wide = text.match(wideCharacter)?.length ?? 0
  return (text.length + wide) * charShare * boxText.sizePx
}
