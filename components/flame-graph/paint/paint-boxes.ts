import {
  fadedAlpha,
  minStripeWidthPx,
  minWidthWithGapPx,
  stripeAlpha,
  stripePx,
} from '../../../lib/profile/layout/box-look.ts'
import { tiersPerNode, wholeTierShare } from '../../../lib/profile/colour/node-tiers.ts'
import { type Boxes, boxFlags } from '../../../lib/profile/layout/boxes.ts'
import type { LabelFitter } from './label-fitter.ts'
import type { DrawTarget } from './draw-target.ts'
import type { PositionedPin } from '../scene/pins.ts'
import type { Scene } from '../scene/scene.ts'
import { getGapPx, getRowBox, type GraphViewport, snapToPixel } from '../scene/viewport.ts'
import { findFirstAbove } from '../../../lib/profile/model/sorted-columns.ts'
import type { FlameLayout } from '../../../lib/profile/tree/call-tree.ts'

/** Room for a match that is too small to see: a tick is so wide, and no two ticks stand closer. */
export const tickPx = 2

/** A box merged from nodes too narrow to be drawn. */
interface MergedBox {
  /** The first of its nodes. */
  readonly node: number
  readonly row: number
  readonly x0: number
  readonly x1: number
}

/**
 * Left edges of the ticks for what one search found in a merged box or below it. The work follows the pixels: from a
 * match it leaps to the first one that stands clear of its tick.
 */
export function findTickPositions(
  { tree, starts }: FlameLayout,
  { range, widthPx }: GraphViewport,
  matches: Int32Array,
  { node, row, x0, x1 }: MergedBox,
): number[] {
  const pxPerWeight = widthPx / (range.to - range.from)
  const ticks: number[] = []
  let index = findFirstAbove(matches, node - 1)
  while (index < matches.length) {
    const match = matches[index]!
    const x = (starts[match]! - range.from) * pxPerWeight
    if (x >= x1) break
    index++
    if (tree.depth[match]! < row) continue // a caller that a run of several families of callees passes over
    const tick = Math.max(x, x0)
    ticks.push(tick)
    if (tick + tickPx >= x1) break // most merged boxes have room for one
    const clear = findFirstAbove(starts, range.from + (tick + tickPx) / pxPerWeight, match + 1)
    index = findFirstAbove(matches, clear - 1, index)
  }
  return ticks
}

/** State that the painters of one frame share. */
export interface PaintContext {
  readonly scene: Scene
  readonly viewport: GraphViewport
  readonly boxes: Boxes
  readonly labels: LabelFitter
  readonly pins: readonly PositionedPin[]
  /** See fadesOthers. */
  readonly isFading: boolean
}

/**
 * Boxes, first those that no search found: a match may be painted wider than it is, and then lies over its neighbour.
 */
export function paintFills(target: DrawTarget, context: PaintContext): void {
  const { boxes, scene } = context
  for (let box = 0; box < boxes.length; box++) if (!isMatch(boxes, box)) paintPlain(target, context, box)
  if (scene.searches.length === 0) return
  for (let box = 0; box < boxes.length; box++) {
    if (boxes.searches[box] === 0) continue
    if (isMatch(boxes, box)) paintMatch(target, context, box)
    else paintTicks(target, context, box)
  }
}

/** A merged box is none: what a search found in it gets ticks. */
export function isMatch({ flags, searches }: Boxes, box: number): boolean {
  return searches[box] !== 0 && (flags[box]! & boxFlags.merged) === 0
}

function paintPlain(target: DrawTarget, context: PaintContext, box: number): void {
  const { boxes, scene, viewport } = context
  const node = boxes.node[box]!
  const flags = boxes.flags[box]!
  const isMerged = (flags & boxFlags.merged) !== 0
  const { tree, theme } = scene
  const colour = isMerged ? theme.merged : tree.frame[node]! < 0 ? theme.root : scene.colourOf(node)
  const { ancestor, unmatched } = fadedAlpha[theme.mode]
  const alpha = (flags & boxFlags.ancestor ? ancestor : 1) * (context.isFading ? unmatched : 1)
  const { left, widthPx } = getBoxExtent(context, box, 1)
  const { top, heightPx } = getRowBox(viewport, boxes.row[box]!)
  target.fillRect(left, top, widthPx, heightPx, colour, alpha, isMerged ? -1 : node)
  if (!isMerged) paintTiers(target, context, node, left, top + heightPx, widthPx, alpha)
}

/** Striped in the colours of all searches that found it, and never faded, as their text would not be readable then. */
function paintMatch(target: DrawTarget, context: PaintContext, box: number): void {
  const { boxes, viewport, scene } = context
  const node = boxes.node[box]!
  const { left, widthPx } = getBoxExtent(context, box, tickPx)
  const { top, heightPx } = getRowBox(viewport, boxes.row[box]!)
  const found = listSearches(boxes.searches[box]!)
  for (const [lane, search] of found.entries()) {
    const { y, height } = getLane(top, heightPx, lane, found.length, viewport)
    target.fillRect(left, y, widthPx, height, scene.theme.searches[search]!, 1, node)
  }
  paintTiers(target, context, node, left, top + heightPx, widthPx, 1)
}

/** Ticks where matches are that have no box of their own. Each search keeps to its lane, so that none hides another. */
function paintTicks(target: DrawTarget, { boxes, scene, viewport }: PaintContext, box: number): void {
  const { top, heightPx } = getRowBox(viewport, boxes.row[box]!)
  const found = listSearches(boxes.searches[box]!)
  const extent = { node: boxes.node[box]!, row: boxes.row[box]!, x0: boxes.x0[box]!, x1: boxes.x1[box]! }
  for (const [lane, search] of found.entries()) {
    const { y, height } = getLane(top, heightPx, lane, found.length, viewport)
    for (const x of findTickPositions(scene, viewport, scene.searches[search]!, extent)) {
      target.fillRect(snapToPixel(x, viewport), y, tickPx, height, scene.theme.searches[search]!, 1, -1)
    }
  }
}

/**
 * A thin stripe along the bottom of the box: how much of it ran interpreted, C1, C2, inlined, from left to right.
 * `tiers` has a byte for each of these of each node, see node-tiers.ts.
 */
function paintTiers(
  target: DrawTarget,
  { scene: { tiers, theme }, viewport }: PaintContext,
  node: number,
  left: number,
  bottom: number,
  widthPx: number,
  alpha: number,
): void {
  if (!tiers || widthPx < minStripeWidthPx) return
  const faded = alpha * stripeAlpha[theme.mode]
  let share = 0
  for (let tier = 0; tier < tiersPerNode; tier++) {
    const part = tiers[tiersPerNode * node + tier]!
    if (part === 0) continue
    const from = snapToPixel(left + (widthPx * share) / wholeTierShare, viewport)
    share += part
    const to = snapToPixel(left + (widthPx * Math.min(share, wholeTierShare)) / wholeTierShare, viewport)
    if (to > from) target.fillRect(from, bottom - stripePx, to - from, stripePx, theme.tiers[tier]!, faded, -1)
  }
}

function getBoxExtent(
  { boxes, viewport }: PaintContext,
  box: number,
  minPx: number,
): { left: number; widthPx: number } {
  const left = snapToPixel(boxes.x0[box]!, viewport)
  const widthPx = snapToPixel(boxes.x1[box]!, viewport) - left
  return { left, widthPx: widthPx > minWidthWithGapPx ? widthPx - getGapPx(viewport) : Math.max(widthPx, minPx) }
}

/** The part of a box's height that one of several searches gets. */
function getLane(top: number, heightPx: number, lane: number, lanes: number, viewport: GraphViewport) {
  const y = snapToPixel(top + (heightPx * lane) / lanes, viewport)
  return { y, height: snapToPixel(top + (heightPx * (lane + 1)) / lanes, viewport) - y }
}

/** `0b101` is searches 0 and 2. Worked out once: a paint asks for every match. */
function listSearches(bits: number): readonly number[] {
  return (searchesByBits[bits] ??= Array.from({ length: 8 }, (_, search) => search).filter(
    (search) => (bits & (1 << search)) !== 0,
  ))
}
const searchesByBits: (readonly number[])[] = []
