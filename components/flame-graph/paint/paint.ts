import { visibleBoxes } from '../../../lib/profile/layout/visible-boxes.ts'
import { backgroundOf } from '../scene/event-tint.ts'
import type { LabelFitter } from './label-fitter.ts'
import { isMatch, paintFills, type Sketch } from './paint-boxes.ts'
import { boxText, type Pen, pinText } from './draw-target.ts'
import { pinRadiusPx, pinStepPx, placePins } from '../scene/pins.ts'
import type { Scene } from '../scene/scene.ts'
import { gapPx, placeOfNode, rowBox, type Sight, snapped, viewportOf } from '../scene/viewport.ts'
import { boxFlags } from '../../../lib/profile/layout/boxes.ts'
import { rowPx, topOfRow } from '../geometry/rows.ts'

const linePx = 3

/** The box that lights up because its twin in the graph beside is pointed at: a thick line; dashes where only a caller of it is here. */
function paintTwin(pen: Pen, { scene, sight }: Sketch): void {
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

/** Narrower boxes have no room for a shape that could be told from another. */
const minWidthPx = 5
const hatchAlpha = { light: 0.32, dark: 0.4 }

/** New boxes are hatched, gone ones have a dashed line around them: colour alone would not tell them from large changes. */
function paintPresence(pen: Pen, { scene, sight, boxes }: Sketch, presenceOf: NonNullable<Scene['presenceOf']>): void {
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

const minAlikePx = 4

/** A thin frame on every other box of the same function. */
function paintAlike(pen: Pen, { scene, sight, boxes }: Sketch, node: number): void {
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
function paintOutline(pen: Pen, { scene, sight }: Sketch, node: number, linePx: number): void {
  const place = placeOfNode(scene, sight, node)
  if (!place || place.x1 < 0 || place.x0 > sight.widthPx) return
  const left = snapped(Math.max(place.x0, 0), sight)
  const right = snapped(Math.min(place.x1, sight.widthPx), sight) - gapPx(sight)
  const { top, heightPx } = rowBox(sight, place.row)
  pen.outline(left, top, Math.max(right - left, 2 * linePx + 1), heightPx, linePx, scene.theme.ink, 1)
}

/** Numbered discs on the boxes that have notes. */
function paintPins(pen: Pen, { scene, pins }: Sketch): void {
  const background = backgroundOf(scene)
  for (const { x, y, label } of pins) {
    pen.disc(x, y, pinRadiusPx + 1, background)
    pen.disc(x, y, pinRadiusPx, scene.theme.ink)
    pen.write(label, x, y, pinText, background, 1)
  }
}

const paddingPx = 4

/** Names, each in the part of its box that can be seen. */
function paintLabels(pen: Pen, { scene, sight, boxes, labels, pins }: Sketch): void {
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

/** Paints what is in sight of a scene. The work follows the pixels, not the profile. `hovered` is a node, or -1. */
export function paint(pen: Pen, scene: Scene, sight: Sight, labels: LabelFitter, hovered: number): void {
  const { tree, starts, searches, selected } = scene
  const boxes = visibleBoxes(tree, starts, viewportOf(sight), sight.node, searches)
  const sketch: Sketch = { scene, sight, boxes, labels, pins: placePins(scene, sight) }
  pen.fill(0, 0, sight.widthPx, sight.heightPx, backgroundOf(scene), 1, -1)
  paintFills(pen, sketch)
  if (scene.presenceOf) paintPresence(pen, sketch, scene.presenceOf)
  if (!scene.isUnnamed) paintLabels(pen, sketch)
  for (const node of new Set([hovered, selected]))
    if (node >= 0 && tree.frame[node]! >= 0) paintAlike(pen, sketch, node)
  if (hovered >= 0) paintOutline(pen, sketch, hovered, 1)
  if (selected >= 0) paintOutline(pen, sketch, selected, 2)
  paintTwin(pen, sketch)
  paintPins(pen, sketch)
}
