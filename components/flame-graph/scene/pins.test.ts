import { describe, expect, it } from 'vitest'
import { profileFromDiagram } from '../../../lib/testing/profiles/text-graph.ts'
import { findPinnedNodeAt, pinRadiusPx, pinStepPx, positionPins } from './pins.ts'
import { createScene, createViewport } from '../testing/scene.ts'

// node 0 all, 1 a, 2 b, 3 c, 4 d
const profile = profileFromDiagram(`
  a  a d
  b  c .
  60 1 39
`)
const pinsAt = (nodes: readonly number[], more: Parameters<typeof createScene>[1] = {}) => {
  const scene = createScene(profile, {
    pins: nodes.map((node, index) => ({ node, label: String(index + 1) })),
    ...more,
  })
  return positionPins(scene, createViewport(scene))
}

describe('pins', () => {
  it('stand inside the right end of their box, the next ones of the same box left of it', () => {
    const [first, second] = pinsAt([2, 2])
    expect(first!.x).toBeLessThanOrEqual(60 - pinRadiusPx)
    expect(second!.x).toBe(first!.x - pinStepPx)
    expect(first!.y).toBe(36 + 17 / 2)
  })

  it('stand over the middle of a box too narrow for them, and never off the canvas', () => {
    expect(pinsAt([3])[0]!.x).toBeCloseTo(60.5)
    const atEdge = pinsAt([3], { range: { from: 60, to: 100 } })[0]!
    expect(atEdge.x).toBeGreaterThanOrEqual(pinRadiusPx)
  })

  it('are drawn only where their node is in sight', () => {
    expect(pinsAt([4], { range: { from: 0, to: 30 } })).toEqual([])
    expect(pinsAt([4], { zoomNode: 1 })).toEqual([])
    expect(pinsAt([1], { zoomNode: 2 })).toHaveLength(1)
  })

  it('can be hit where their box is too small to be', () => {
    const pins = pinsAt([3, 4])
    expect(findPinnedNodeAt(pins, pins[0]!.x + 5, pins[0]!.y - 4)).toBe(3)
    expect(findPinnedNodeAt(pins, 5, 5)).toBe(-1)
  })
})
