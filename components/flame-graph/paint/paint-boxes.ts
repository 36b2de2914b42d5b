import { boxFlags, type Boxes } from '../../../lib/profile/layout/boxes.ts'
import type { LabelFitter } from './label-fitter.ts'
import { tickPlaces, tickPx } from './match-ticks.ts'
import type { Pen } from './draw-target.ts'
import type { PlacedPin } from '../scene/pins.ts'
import type { Scene } from '../scene/scene.ts'
import { gapPx, rowBox, snapped, type Sight } from '../scene/viewport.ts'

/** What the painters of one picture share. */
export interface Sketch {
  readonly scene: Scene
  readonly sight: Sight
  readonly boxes: Boxes
  readonly labels: LabelFitter
  readonly pins: readonly PlacedPin[]
}

/** Narrower boxes get no line between them, or nothing of them would be left. */
const minWidthWithGapPx = 3
/** Narrower boxes have no room for a stripe of tiers that tells anything. */
const minStripeWidthPx = 10
const stripePx = 3
/** Light on dark draws more attention than dark on light, and a stripe on every box would outshine the names. */
const stripeAlpha = { light: 1, dark: 0.7 }
const ancestorAlpha = 0.5
const unmatchedAlpha = 0.45

/** Boxes, first those that no search found: a match may be painted wider than it is, and then lies over its neighbour. */
export function paintFills(pen: Pen, sketch: Sketch): void {
  const { boxes, scene } = sketch
  for (let box = 0; box < boxes.length; box++) if (!isMatch(boxes, box)) paintPlain(pen, sketch, box)
  if (scene.searches.length === 0) return
  for (let box = 0; box < boxes.length; box++) {
    if (boxes.searches[box] === 0) continue
    if (isMatch(boxes, box)) paintMatch(pen, sketch, box)
    else paintTicks(pen, sketch, box)
  }
}

/** A merged box is none: what a search found in it gets ticks. */
export function isMatch({ flags, searches }: Boxes, box: number): boolean {
  return searches[box] !== 0 && (flags[box]! & boxFlags.merged) === 0
}

function paintPlain(pen: Pen, sketch: Sketch, box: number): void {
  const { boxes, scene, sight } = sketch
  const node = boxes.node[box]!
  const flags = boxes.flags[box]!
  const isMerged = (flags & boxFlags.merged) !== 0
  const { tree, theme } = scene
  const colour = isMerged ? theme.merged : tree.frame[node]! < 0 ? theme.root : scene.colourOf(node)
  const alpha = (flags & boxFlags.ancestor ? ancestorAlpha : 1) * (scene.searches.length > 0 ? unmatchedAlpha : 1)
  const { left, widthPx } = widthOf(sketch, box, 1)
  const { top, heightPx } = rowBox(sight, boxes.row[box]!)
  pen.fill(left, top, widthPx, heightPx, colour, alpha, isMerged ? -1 : node)
  if (!isMerged) paintTiers(pen, sketch, node, left, top + heightPx, widthPx, alpha)
}

/** Striped in the colours of all searches that found it, and never faded, as their text would not be readable then. */
function paintMatch(pen: Pen, sketch: Sketch, box: number): void {
  const { boxes, sight, scene } = sketch
  const node = boxes.node[box]!
  const { left, widthPx } = widthOf(sketch, box, tickPx)
  const { top, heightPx } = rowBox(sight, boxes.row[box]!)
  const found = searchesOf(boxes.searches[box]!)
  for (const [lane, search] of found.entries()) {
    const { y, height } = laneOf(top, heightPx, lane, found.length, sight)
    pen.fill(left, y, widthPx, height, scene.theme.searches[search]!, 1, node)
  }
  paintTiers(pen, sketch, node, left, top + heightPx, widthPx, 1)
}

/** Ticks where matches are that have no box of their own. Each search keeps to its lane, so that none hides another. */
function paintTicks(pen: Pen, { boxes, scene, sight }: Sketch, box: number): void {
  const { top, heightPx } = rowBox(sight, boxes.row[box]!)
  const found = searchesOf(boxes.searches[box]!)
  const place = { node: boxes.node[box]!, row: boxes.row[box]!, x0: boxes.x0[box]!, x1: boxes.x1[box]! }
  for (const [lane, search] of found.entries()) {
    const { y, height } = laneOf(top, heightPx, lane, found.length, sight)
    for (const x of tickPlaces(scene, sight, scene.searches[search]!, place)) {
      pen.fill(snapped(x, sight), y, tickPx, height, scene.theme.searches[search]!, 1, -1)
    }
  }
}

/** A thin stripe along the bottom of the box: how much of it ran interpreted, C1, C2, inlined, from left to right. */
function paintTiers(
  pen: Pen,
  { scene: { tiers, theme }, sight }: Sketch,
  node: number,
  left: number,
  bottom: number,
  widthPx: number,
  alpha: number,
): void {
  if (!tiers || widthPx < minStripeWidthPx) return
  const faded = alpha * stripeAlpha[theme.mode]
  let share = 0
  for (let tier = 0; tier < 4; tier++) {
    const part = tiers[4 * node + tier]!
    if (part === 0) continue
    const from = snapped(left + (widthPx * share) / 255, sight)
    share += part
    const to = snapped(left + (widthPx * Math.min(share, 255)) / 255, sight)
    if (to > from) pen.fill(from, bottom - stripePx, to - from, stripePx, theme.tiers[tier]!, faded, -1)
  }
}

function widthOf({ boxes, sight }: Sketch, box: number, minPx: number): { left: number; widthPx: number } {
  const left = snapped(boxes.x0[box]!, sight)
  const widthPx = snapped(boxes.x1[box]!, sight) - left
  return { left, widthPx: widthPx > minWidthWithGapPx ? widthPx - gapPx(sight) : Math.max(widthPx, minPx) }
}

/** The part of a box's height that one of several searches gets. */
function laneOf(top: number, heightPx: number, lane: number, lanes: number, sight: Sight) {
  const y = snapped(top + (heightPx * lane) / lanes, sight)
  return { y, height: snapped(top + (heightPx * (lane + 1)) / lanes, sight) - y }
}

/** `0b101` is searches 0 and 2. Worked out once: a paint asks for every match. */
function searchesOf(bits: number): readonly number[] {
  return (searchesByBits[bits] ??= Array.from({ length: 8 }, (_, search) => search).filter(
    (search) => (bits & (1 << search)) !== 0,
  ))
}
const searchesByBits: (readonly number[])[] = []
