import type { Sketch } from './paint-boxes.ts'
import type { Pen } from './draw-target.ts'
import { gapPx, placeOfNode, rowBox, snapped } from '../scene/viewport.ts'

const linePx = 3

/** The box that lights up because its twin in the graph beside is pointed at: a thick line; dashes where only a caller of it is here. */
export function paintTwin(pen: Pen, { scene, sight }: Sketch): void {
  const { twin, tree, theme } = scene
  if (!twin || twin.node >= tree.length) return
  const place = placeOfNode(scene, sight, twin.node)
  if (!place || place.x1 < 0 || place.x0 > sight.widthPx) return
  const left = snapped(Math.max(place.x0, 0), sight)
  const right = snapped(Math.min(place.x1, sight.widthPx), sight) - gapPx(sight)
  const { top, heightPx } = rowBox(sight, place.row)
  const widthPx = Math.max(right - left, 2 * linePx + 1)
  if (twin.isAbsent) pen.dashes(left, top, widthPx, heightPx, 2, theme.ink, 1)
  else pen.outline(left, top, widthPx, heightPx, linePx, theme.ink, 1)
}
