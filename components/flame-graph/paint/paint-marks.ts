import { boxFlags } from '../../../lib/profile/boxes.ts'
import { backgroundOf } from '../scene/event-tint.ts'
import type { Sketch } from './paint-boxes.ts'
import { pinText, type Pen } from './draw-target.ts'
import { pinRadiusPx } from '../scene/pins.ts'
import { gapPx, placeOfNode, rowBox, snapped } from '../scene/viewport.ts'

const minAlikePx = 4

/** A thin frame on every other box of the same function. */
export function paintAlike(pen: Pen, { scene, sight, boxes }: Sketch, node: number): void {
  const { frame } = scene.tree
  for (let box = 0; box < boxes.length; box++) {
    const other = boxes.node[box]!
    if (frame[other] !== frame[node] || other === node || boxes.flags[box]! & boxFlags.merged) continue
    const left = snapped(boxes.x0[box]!, sight)
    const widthPx = snapped(boxes.x1[box]!, sight) - left - gapPx(sight)
    const { top, heightPx } = rowBox(sight, boxes.row[box]!)
    if (widthPx >= minAlikePx) pen.outline(left, top, widthPx, heightPx, 1, scene.theme.ink, 0.6)
  }
}

/** A line around a node's place, also where its box is too small to be painted. */
export function paintOutline(pen: Pen, { scene, sight }: Sketch, node: number, linePx: number): void {
  const place = placeOfNode(scene, sight, node)
  if (!place || place.x1 < 0 || place.x0 > sight.widthPx) return
  const left = snapped(Math.max(place.x0, 0), sight)
  const right = snapped(Math.min(place.x1, sight.widthPx), sight) - gapPx(sight)
  const { top, heightPx } = rowBox(sight, place.row)
  pen.outline(left, top, Math.max(right - left, 2 * linePx + 1), heightPx, linePx, scene.theme.ink, 1)
}

/** Numbered discs on the boxes that have notes. */
export function paintPins(pen: Pen, { scene, pins }: Sketch): void {
  const background = backgroundOf(scene)
  for (const { x, y, label } of pins) {
    pen.disc(x, y, pinRadiusPx + 1, background)
    pen.disc(x, y, pinRadiusPx, scene.theme.ink)
    pen.write(label, x, y, pinText, background, 1)
  }
}
