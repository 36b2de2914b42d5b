import { visibleBoxes } from '../../../lib/profile/layout/visible-boxes.ts'
import { fadedTextAlpha, paddingPx } from '../../../lib/profile/layout/box-look.ts'
import { getBackground } from '../../../lib/profile/colour/event-tint.ts'
import type { LabelFitter } from './label-fitter.ts'
import { isMatch, paintFills, type PaintContext } from './paint-boxes.ts'
import { boxText, type DrawTarget, pinText } from './draw-target.ts'
import { paintMarks } from './paint-marks.ts'
import { pinRadiusPx, pinStepPx, positionPins } from '../scene/pins.ts'
import { fadesOthers, type Scene } from '../scene/scene.ts'
import {
  getGapPx,
  getNodeExtent,
  getRowBox,
  type GraphViewport,
  snapToPixel,
  toLayoutViewport,
} from '../scene/viewport.ts'
import { boxFlags } from '../../../lib/profile/layout/boxes.ts'
import { rowPx, getRowTop } from '../geometry/rows.ts'

/** CSS pixels of the line around the box of the counterpart. */
const counterpartLinePx = 3

/**
 * The box that lights up because its counterpart in the graph beside is pointed at: a thick line; dashes where only a
 * caller of it is here.
 */
function paintCounterpart(target: DrawTarget, { scene, viewport }: PaintContext): void {
  const { counterpart, tree, theme } = scene
  if (!counterpart || counterpart.node >= tree.length) return
  const extent = getNodeExtent(scene, viewport, counterpart.node)
  if (!extent || extent.x1 < 0 || extent.x0 > viewport.widthPx) return
  const left = snapToPixel(Math.max(extent.x0, 0), viewport)
  const right = snapToPixel(Math.min(extent.x1, viewport.widthPx), viewport) - getGapPx(viewport)
  const { top, heightPx } = getRowBox(viewport, extent.row)
  const widthPx = Math.max(right - left, 2 * counterpartLinePx + 1)
  if (counterpart.isAbsent) target.strokeDashedRect(left, top, widthPx, heightPx, 2, theme.ink, 1)
  else target.strokeRect(left, top, widthPx, heightPx, counterpartLinePx, theme.ink, 1)
}

/** Narrower boxes are neither hatched nor dashed: the two would look alike. */
const minPresenceWidthPx = 5
const hatchAlpha = { light: 0.32, dark: 0.4 }
/** The part of it that lines have beneath a name, which would else be crossed out, and how far beside it. */
const hatchUnderText = { share: 0.25, besidePx: 1 }

/**
 * New boxes are hatched, gone ones have a dashed line around them: colour alone would not tell them from large changes.
 */
function paintPresence(target: DrawTarget, context: PaintContext, presenceOf: NonNullable<Scene['presenceOf']>): void {
  const { scene, viewport, boxes } = context
  const { theme, tree } = scene
  const pinned = measurePins(context)
  for (let box = 0; box < boxes.length; box++) {
    const node = boxes.node[box]!
    if (boxes.flags[box]! & boxFlags.merged || tree.frame[node]! < 0) continue
    const presence = presenceOf(node)
    if (presence === 'both') continue
    const left = snapToPixel(boxes.x0[box]!, viewport)
    const widthPx = snapToPixel(boxes.x1[box]!, viewport) - left - getGapPx(viewport)
    if (widthPx < minPresenceWidthPx) continue
    const { top, heightPx } = getRowBox(viewport, boxes.row[box]!)
    if (presence === 'gone') {
      target.strokeDashedRect(left, top, widthPx, heightPx, 1.5, theme.ink, 0.9)
      continue
    }
    const hatch = (from: number, to: number, alpha: number) =>
      target.hatchRect(from, top, to - from, heightPx, 1, theme.ink, alpha)
    const alpha = hatchAlpha[theme.mode]
    const label = fitLabel(context, box, pinned)
    if (label.text === '') {
      hatch(left, left + widthPx, alpha)
      continue
    }
    const textFrom = label.left - hatchUnderText.besidePx
    const textTo = Math.min(label.left + context.labels.measure(label.text) + hatchUnderText.besidePx, left + widthPx)
    hatch(left, textFrom, alpha)
    hatch(textFrom, textTo, alpha * hatchUnderText.share)
    hatch(textTo, left + widthPx, alpha)
  }
}

/** The narrowest box that gets a frame as one of the same function. */
const minSameFunctionPx = 4

/** A thin frame on every other box of the same function. */
function paintSameFunction(target: DrawTarget, { scene, viewport, boxes }: PaintContext, node: number): void {
  const { frame } = scene.tree
  for (let box = 0; box < boxes.length; box++) {
    const other = boxes.node[box]!
    if (frame[other] !== frame[node] || other === node || boxes.flags[box]! & boxFlags.merged) continue
    const left = snapToPixel(boxes.x0[box]!, viewport)
    const widthPx = snapToPixel(boxes.x1[box]!, viewport) - left - getGapPx(viewport)
    const { top, heightPx } = getRowBox(viewport, boxes.row[box]!)
    if (widthPx >= minSameFunctionPx) target.strokeRect(left, top, widthPx, heightPx, 1, scene.theme.ink, 0.6)
  }
}

/** A line around a node's place, also where its box is too small to be painted. */
function paintOutline(target: DrawTarget, { scene, viewport }: PaintContext, node: number, linePx: number): void {
  const extent = getNodeExtent(scene, viewport, node)
  if (!extent || extent.x1 < 0 || extent.x0 > viewport.widthPx) return
  const left = snapToPixel(Math.max(extent.x0, 0), viewport)
  const right = snapToPixel(Math.min(extent.x1, viewport.widthPx), viewport) - getGapPx(viewport)
  const { top, heightPx } = getRowBox(viewport, extent.row)
  // What of it is above the box would cut the tops of letters in it.
  const abovePx = linePx - 1
  const widthPx = Math.max(right - left, 2 * linePx + 1)
  target.strokeRect(left, top - abovePx, widthPx, heightPx + abovePx, linePx, scene.theme.ink, 1)
}

function paintPins(target: DrawTarget, { scene, pins }: PaintContext): void {
  const background = getBackground(scene)
  for (const { x, y, label } of pins) {
    target.fillCircle(x, y, pinRadiusPx + 1, background)
    target.fillCircle(x, y, pinRadiusPx, scene.theme.ink)
    target.fillText(label, x, y, pinText, background, 1)
  }
}

/** What the notes on a node take from the space of its name, in CSS pixels. */
function measurePins({ pins }: PaintContext): ReadonlyMap<number, number> {
  const pinned = new Map<number, number>()
  for (const { node } of pins) pinned.set(node, (pinned.get(node) ?? 0) + pinStepPx)
  return pinned
}

/** The name of a box in the part of it that can be seen, and where it begins; empty where it has no room. */
function fitLabel({ scene, boxes, labels }: PaintContext, box: number, pinned: ReadonlyMap<number, number>) {
  const node = boxes.node[box]!
  // x0 and x1 end at the edges of the canvas.
  const left = boxes.x0[box]! + paddingPx
  const spacePx = boxes.x1[box]! - paddingPx - left - (pinned.get(node) ?? 0)
  return { left, text: labels.fit(scene.tree.frame[node]!, spacePx) }
}

/** Names, each in the part of its box that can be seen. */
function paintLabels(target: DrawTarget, context: PaintContext): void {
  const { scene, viewport, boxes } = context
  const { tree, theme, tiers } = scene
  const pinned = measurePins(context)
  // Above the stripe of tiers, where there is one.
  const middlePx = (rowPx - (tiers ? 2 : 0)) / 2
  for (let box = 0; box < boxes.length; box++) {
    const flags = boxes.flags[box]!
    if (flags & boxFlags.merged) continue
    const node = boxes.node[box]!
    const frame = tree.frame[node]!
    const { left, text } = fitLabel(context, box, pinned)
    if (text === '') continue
    const isFound = isMatch(boxes, box)
    const isFaded = !isFound && ((flags & boxFlags.ancestor) !== 0 || context.isFading)
    const colour = isFound ? theme.matchText : isFaded || frame < 0 ? theme.ink : theme.text
    target.fillText(
      text,
      left,
      getRowTop(viewport, boxes.row[box]!) + middlePx,
      boxText,
      colour,
      isFaded ? fadedTextAlpha : 1,
    )
  }
}

/** Paints what is in sight of a scene. The work follows the pixels, not the profile. `hovered` is a node, or -1. */
export function paintScene(
  target: DrawTarget,
  scene: Scene,
  viewport: GraphViewport,
  labels: LabelFitter,
  hovered: number,
): void {
  const { tree, searches, selected } = scene
  const boxes = visibleBoxes(scene, toLayoutViewport(viewport), viewport.node, searches)
  const pins = positionPins(scene, viewport)
  const context: PaintContext = { scene, viewport, boxes, labels, pins, isFading: fadesOthers(scene) }
  target.fillRect(0, 0, viewport.widthPx, viewport.heightPx, getBackground(scene), 1, -1)
  paintFills(target, context)
  if (scene.presenceOf) paintPresence(target, context, scene.presenceOf)
  paintMarks(target, scene, viewport)
  paintLabels(target, context)
  for (const node of new Set([hovered, selected]))
    if (node >= 0 && tree.frame[node]! >= 0) paintSameFunction(target, context, node)
  if (hovered >= 0) paintOutline(target, context, hovered, 1)
  if (selected >= 0) paintOutline(target, context, selected, 2)
  paintCounterpart(target, context)
  paintPins(target, context)
}
