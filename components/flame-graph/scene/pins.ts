import type { Scene } from './scene.ts'
import { getNodeExtent, getRowBox, type GraphViewport } from './viewport.ts'

/** The radius of a note's pin on a box of the graph, in CSS pixels; a click within it is on the pin. */
export const pinRadiusPx = 7.5
/** Distance of two pins on one box, from middle to middle. */
export const pinStepPx = 2 * pinRadiusPx + 2

export interface PositionedPin {
  readonly node: number
  readonly label: string
  /** The middle of its disc, in pixels from the top left of the canvas. */
  readonly x: number
  readonly y: number
}

/**
 * Where the pins in sight stand: at the right end of the visible part of their box, in its middle where it is narrow.
 */
export function positionPins(scene: Scene, viewport: GraphViewport): PositionedPin[] {
  const pinsOfNode = new Map<number, number>()
  const placed: PositionedPin[] = []
  for (const { node, label } of scene.pins) {
    const extent = getNodeExtent(scene, viewport, node)
    if (!extent || extent.x1 < 0 || extent.x0 > viewport.widthPx) continue
    const { top, heightPx } = getRowBox(viewport, extent.row)
    if (top + heightPx < 0 || top > viewport.heightPx) continue
    const before = pinsOfNode.get(node) ?? 0
    pinsOfNode.set(node, before + 1)
    const left = Math.max(extent.x0, 0)
    const right = Math.min(extent.x1, viewport.widthPx)
    const isRoomy = right - left > pinStepPx * (before + 1)
    const wanted = isRoomy ? right - pinStepPx / 2 - 1 - pinStepPx * before : (left + right) / 2
    const x = Math.min(Math.max(wanted, pinRadiusPx), viewport.widthPx - pinRadiusPx)
    placed.push({ node, label, x, y: top + heightPx / 2 })
  }
  return placed
}

/** The node of the pin at a place, the one painted last where two overlap; -1 for none. */
export function findPinnedNodeAt(pins: readonly PositionedPin[], x: number, y: number): number {
  return pins.findLast((pin) => Math.hypot(pin.x - x, pin.y - y) <= pinRadiusPx)?.node ?? -1
}
