import { boxFlags } from '../../../lib/profile/boxes.ts'
import type { Sketch } from './paint-boxes.ts'
import type { Pen } from './draw-target.ts'
import type { Scene } from '../scene/scene.ts'
import { gapPx, rowBox, snapped } from '../scene/viewport.ts'

/** Narrower boxes have no room for a shape that could be told from another. */
const minWidthPx = 5
const hatchAlpha = { light: 0.32, dark: 0.4 }

/** New boxes are hatched, gone ones have a dashed line around them: colour alone would not tell them from large changes. */
export function paintPresence(
  pen: Pen,
  { scene, sight, boxes }: Sketch,
  presenceOf: NonNullable<Scene['presenceOf']>,
): void {
  const { theme, tree } = scene
  for (let box = 0; box < boxes.length; box++) {
    const node = boxes.node[box]!
    if (boxes.flags[box]! & boxFlags.merged || tree.frame[node]! < 0) continue
    const presence = presenceOf(node)
    if (presence === 'both') continue
    const left = snapped(boxes.x0[box]!, sight)
    const widthPx = snapped(boxes.x1[box]!, sight) - left - gapPx(sight)
    if (widthPx < minWidthPx) continue
    const { top, heightPx } = rowBox(sight, boxes.row[box]!)
    if (presence === 'new') pen.hatch(left, top, widthPx, heightPx, 1, theme.ink, hatchAlpha[theme.mode])
    else pen.dashes(left, top, widthPx, heightPx, 1.5, theme.ink, 0.9)
  }
}
