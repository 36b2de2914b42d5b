import { charShare } from '../../../lib/profile/layout/box-look.ts'
import { escapeHtml } from '../../../lib/profile/names/escape-html.ts'
import { createExportImage, type ExportOptions } from './export-scene.ts'
import { boxText, type DrawTarget, type TextStyle } from '../paint/draw-target.ts'
import { dashPx, createHatchLines } from '../paint/hatch.ts'

/**
 * Adds elements to `parts`. `titleOf` gives the tooltip of a node's box, empty for none. Keeps: every text and colour
 * is escaped.
 */
function createSvgTarget(parts: string[], titleOf: (node: number) => string): DrawTarget {
  const textStyle = ({ sizePx, isBold, align }: TextStyle) =>
    `font-size="${sizePx}"${isBold ? ' font-weight="600"' : ''}${align === 'middle' ? ' text-anchor="middle"' : ''}`

  return {
    fillRect(x, y, width, height, colour, alpha, node) {
      const title = node < 0 ? '' : titleOf(node)
      const rect = `<rect ${formatRect(x, y, width, height)} fill="${escapeXml(colour)}"${formatOpacity(alpha)}`
      parts.push(title === '' ? `${rect}/>` : `${rect}><title>${escapeXml(title)}</title></rect>`)
    },
    strokeRect(x, y, width, height, linePx, colour, alpha) {
      const box = formatRect(x + linePx / 2, y + linePx / 2, width - linePx, height - linePx)
      const stroke = `fill="none" stroke="${escapeXml(colour)}" stroke-width="${linePx}"${formatOpacity(alpha)}`
      parts.push(`<rect ${box} ${stroke} pointer-events="none"/>`)
    },
    strokeDashedRect(x, y, width, height, linePx, colour, alpha) {
      const box = formatRect(x + linePx / 2, y + linePx / 2, width - linePx, height - linePx)
      const stroke = `fill="none" stroke="${escapeXml(colour)}" stroke-width="${linePx}" stroke-dasharray="${dashPx.join(' ')}"`
      parts.push(`<rect ${box} ${stroke}${formatOpacity(alpha)} pointer-events="none"/>`)
    },
    hatchRect(x, y, width, height, linePx, colour, alpha) {
      const path = createHatchLines(x, y, width, height).map(
        ([x0, y0, x1, y1]) => `M${formatPx(x0)} ${formatPx(y0)}L${formatPx(x1)} ${formatPx(y1)}`,
      )
      const stroke = `stroke="${escapeXml(colour)}" stroke-width="${linePx}"${formatOpacity(alpha)}`
      if (path.length > 0) parts.push(`<path d="${path.join('')}" ${stroke} pointer-events="none"/>`)
    },
    fillCircle(x, y, radius, colour) {
      parts.push(`<circle cx="${formatPx(x)}" cy="${formatPx(y)}" r="${radius}" fill="${escapeXml(colour)}"/>`)
    },
    fillText(text, x, y, textLook, colour, alpha) {
      // `dominant-baseline` is read differently from viewer to viewer; a third of the size below the middle is right in
      // all.
      const position = `x="${formatPx(x)}" y="${formatPx(y + textLook.sizePx * 0.36)}"`
      const style = `${textStyle(textLook)} fill="${escapeXml(colour)}"${formatOpacity(alpha)}`
      parts.push(`<text ${position} ${style}>${escapeXml(text)}</text>`)
    },
    clipTo(x, y, width, height, draw) {
      parts.push(`<svg ${formatRect(x, y, width, height)} overflow="hidden">`)
      draw()
      parts.push('</svg>')
    },
  }
}

/** Text or an attribute's value, without the characters that XML cannot hold. */
export function escapeXml(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return escapeHtml(text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]/g, ''))
}

function formatRect(x: number, y: number, width: number, height: number): string {
  return `x="${formatPx(x)}" y="${formatPx(y)}" width="${formatPx(width)}" height="${formatPx(height)}"`
}

function formatOpacity(alpha: number): string {
  return alpha === 1 ? '' : ` opacity="${formatPx(alpha)}"`
}

/** Hundredths of a pixel are enough. */
function formatPx(px: number): string {
  return String(Math.round(px * 100) / 100)
}

/** Beyond Latin letters: counted as two characters wide, as those of many scripts are. */
const wideCharacter = /[^\0-\u02ff]/g

/**
 * An SVG of the graphs, as the screen shows them, with their title and legends. It holds no script and needs nothing
 * else.
 */
export function writeSvg(options: ExportOptions): string {
  const image = createExportImage(options, measure, 1)
  const parts: string[] = []
  image.draw(
    createSvgTarget(parts, () => ''),
    ({ titleOf = () => '' }) => createSvgTarget(parts, titleOf),
  )
  const { widthPx, heightPx } = image
  const size = `width="${widthPx}" height="${heightPx}" viewBox="0 0 ${widthPx} ${heightPx}"`
  const font = escapeXml(image.theme.fontFamily)
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${font}" xml:space="preserve" role="img">
<title>${escapeXml(options.title)}</title>
${parts.join('\n')}
</svg>
`
}

/** Width of a text on a box, reckoned: where an SVG is written there may be no font to measure with. */
function measure(text: string): number {
  const wide = text.match(wideCharacter)?.length ?? 0
  return (text.length + wide) * charShare * boxText.sizePx
}
