import { exportedPicture, type PictureOptions } from './export-scene.ts'
import { boxText } from '../paint/draw-target.ts'
import type { Scene } from '../scene/scene.ts'
import { createSvgPen, escapeXml } from './svg-target.ts'

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
