import { boxFlags } from '../../../lib/profile/boxes.ts'
import { isMatch, type Sketch } from './paint-boxes.ts'
import { boxText, type Pen } from './draw-target.ts'
import { pinStepPx } from '../scene/pins.ts'
import { rowPx, topOfRow } from '../geometry/rows.ts'

const paddingPx = 4

/** Names, each in the part of its box that can be seen. */
export function paintLabels(pen: Pen, { scene, sight, boxes, labels, pins }: Sketch): void {
  const { tree, theme, searches, tiers } = scene
  const pinned = new Map<number, number>()
  for (const { node } of pins) pinned.set(node, (pinned.get(node) ?? 0) + pinStepPx)
  // Above the stripe of tiers, where there is one.
  const middlePx = (rowPx - (tiers ? 2 : 0)) / 2
  for (let box = 0; box < boxes.length; box++) {
    const flags = boxes.flags[box]!
    if (flags & boxFlags.merged) continue
    const node = boxes.node[box]!
    const frame = tree.frame[node]!
    // x0 and x1 end at the edges of the canvas.
    const left = boxes.x0[box]! + paddingPx
    const text = labels.fit(frame, boxes.x1[box]! - paddingPx - left - (pinned.get(node) ?? 0))
    if (text === '') continue
    const isFound = isMatch(boxes, box)
    const isFaded = !isFound && ((flags & boxFlags.ancestor) !== 0 || searches.length > 0)
    const colour = isFound ? theme.matchText : isFaded || frame < 0 ? theme.ink : theme.text
    pen.write(text, left, topOfRow(sight, boxes.row[box]!) + middlePx, boxText, colour, isFaded ? 0.8 : 1)
  }
}
