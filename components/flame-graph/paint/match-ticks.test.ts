import { describe, expect, it } from 'vitest'
import { boxFlags } from '../../../lib/profile/layout/boxes.ts'
import { buildCallTree } from '../../../lib/profile/tree/call-tree.ts'
import { layoutStarts } from '../../../lib/profile/layout/layout.ts'
import { visibleBoxes } from '../../../lib/profile/layout/visible-boxes.ts'
import { createRandom, largeProfile } from '../../../lib/testing/profiles/random-profile.ts'
import { findTickPositions, tickPx } from './paint-boxes.ts'
import { toLayoutViewport, type GraphViewport } from '../scene/viewport.ts'

const tree = buildCallTree(largeProfile(20_000, 500))
const starts = layoutStarts(tree)
const viewportOf = (from: number, to: number): GraphViewport => ({
  range: { from, to },
  node: 0,
  widthPx: 800,
  heightPx: 1800,
  scrollPx: 0,
  ratio: 1,
  orientation: 'icicle',
})

describe('ticks', () => {
  it('stand on every match in a merged box or below it, apart from each other and inside the box', () => {
    const random = createRandom(3)
    const total = tree.total[0]!
    let ticksSeen = 0
    for (let round = 0; round < 60; round++) {
      const matches = Int32Array.from({ length: tree.length }, (_, node) => node).filter(
        (node) => node > 0 && random() < 0.02,
      )
      const from = round % 2 === 0 ? 0 : random() * total * 0.9
      const seen = viewportOf(from, round % 2 === 0 ? total : from + total * 0.1 * random())
      const pxPerWeight = seen.widthPx / (seen.range.to - seen.range.from)
      const boxes = visibleBoxes({ tree, starts }, toLayoutViewport(seen), 0, [matches])
      for (let box = 0; box < boxes.length; box++) {
        if ((boxes.flags[box]! & boxFlags.merged) === 0 || boxes.searches[box] === 0) continue
        const merged = { node: boxes.node[box]!, row: boxes.row[box]!, x0: boxes.x0[box]!, x1: boxes.x1[box]! }
        const ticks = findTickPositions({ tree, starts }, seen, matches, merged)
        ticksSeen += ticks.length
        expect(ticks.length).toBeGreaterThan(0)
        for (const [index, x] of ticks.entries()) {
          expect(x).toBeGreaterThanOrEqual(Math.max(merged.x0, index > 0 ? ticks[index - 1]! + tickPx : 0))
          expect(x).toBeLessThan(merged.x1)
        }
        for (const match of matches) {
          const x = Math.max((starts[match]! - seen.range.from) * pxPerWeight, merged.x0)
          const isInside = match >= merged.node && tree.depth[match]! >= merged.row && x < merged.x1
          if (isInside) expect(ticks.some((tick) => x >= tick && x <= tick + tickPx)).toBe(true)
        }
      }
    }
    expect(ticksSeen).toBeGreaterThan(100)
  })
})
