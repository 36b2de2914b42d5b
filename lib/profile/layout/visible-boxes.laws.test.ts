import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { layOutCase } from '../../testing/profiles/layout-of.ts'
import { anyProfile, largeProfile } from '../../testing/profiles/random-profile.ts'
import { boxFlags, type Boxes } from './boxes.ts'
import { findNodeAt } from './layout.ts'
import { visibleBoxes } from './visible-boxes.ts'

const boxesIn = ({ length }: Boxes): number[] => Array.from({ length }, (_, box) => box)

describe('visibleBoxes', () => {
  test('law: with no merging, every node is one box at its place', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const { tree, starts, whole } = layOutCase(profile)
        const boxes = visibleBoxes({ tree, starts }, { ...whole, minWidthPx: 0 }, 0)
        expect(boxes.length).toBe(tree.total[0]! > 0 ? tree.length : 0)
        const boxOf = new Map(Array.from({ length: boxes.length }, (_, box) => [boxes.node[box]!, box]))
        for (const [node, box] of boxOf) {
          expect(boxes.x1[box]! - boxes.x0[box]!).toBeCloseTo((1000 * tree.total[node]!) / tree.total[0]!, 6)
          if (node === 0) continue
          const callersBox = boxOf.get(tree.parent[node]!)!
          expect(boxes.x0[box]).toBeGreaterThanOrEqual(boxes.x0[callersBox]!)
          expect(boxes.x1[box]).toBeLessThanOrEqual(boxes.x1[callersBox]! + 1e-9)
          expect(boxes.row[box]).toBe(boxes.row[callersBox]! + 1)
        }
      }),
      { seed: 4, numRuns: 200 },
    )
  })

  const large = layOutCase(largeProfile(20_000, 500))
  const anyView = fc.record({
    zoomNode: fc.nat({ max: large.tree.length - 1 }),
    left: fc.double({ min: 0, max: 0.9, noNaN: true }),
    width: fc.double({ min: 0.01, max: 1, noNaN: true }),
    firstRow: fc.nat({ max: large.tree.maxDepth }),
    rows: fc.nat({ max: 60 }),
    minWidthPx: fc.constantFrom(0.5, 1, 3),
  })

  /** A viewport over part of the zoomed node. */
  function placed(view: typeof anyView extends fc.Arbitrary<infer View> ? View : never) {
    const { zoomNode, left, width, firstRow, rows, minWidthPx } = view
    const from = large.starts[zoomNode]! + left * large.tree.total[zoomNode]!
    const to = from + width * large.tree.total[zoomNode]!
    return { zoomNode, viewport: large.zoomed(zoomNode, { from, to, firstRow, lastRow: firstRow + rows, minWidthPx }) }
  }

  test('law: wherever the viewport stands, boxes of a row do not overlap and are hit at their centre', () => {
    const { tree, starts } = large
    fc.assert(
      fc.property(anyView, (view) => {
        const { zoomNode, viewport } = placed(view)
        const boxes = visibleBoxes({ tree, starts }, viewport, zoomNode)
        const byRow = Map.groupBy(boxesIn(boxes), (box) => boxes.row[box]!)
        for (const [row, inRow] of byRow) {
          expect(row).toBeGreaterThanOrEqual(viewport.firstRow)
          expect(row).toBeLessThanOrEqual(viewport.lastRow)
          inRow.sort((a, b) => boxes.x0[a]! - boxes.x0[b]!)
          for (const [index, box] of inRow.entries()) {
            if (index > 0) expect(boxes.x0[box]! - boxes.x1[inRow[index - 1]!]!).toBeGreaterThan(-1e-6)
            if ((boxes.flags[box]! & boxFlags.merged) !== 0) continue
            const hit = findNodeAt({ tree, starts }, viewport, zoomNode, (boxes.x0[box]! + boxes.x1[box]!) / 2, row)
            expect(hit).toBe(boxes.node[box])
          }
        }
      }),
      { seed: 5, numRuns: 100 },
    )
  })

  test('law: a box is found by the searches that found its node or, when merged, a node of its run', () => {
    const { tree, starts } = large
    const bySearch = [5, 333, 19_999].map((every, search) =>
      Int32Array.from({ length: Math.floor(tree.length / every) }, (_, index) => index * every + search),
    )
    fc.assert(
      fc.property(anyView, (view) => {
        const { zoomNode, viewport } = placed(view)
        const boxes = visibleBoxes({ tree, starts }, viewport, zoomNode, bySearch)
        for (const box of boxesIn(boxes)) {
          const node = boxes.node[box]!
          const isMerged = (boxes.flags[box]! & boxFlags.merged) !== 0
          const searches = boxes.searches[box]!
          expect(searches > 0).toBe((boxes.flags[box]! & boxFlags.matched) !== 0)
          bySearch.forEach((matches, search) => {
            const isFound = (searches & (1 << search)) !== 0
            if (!isMerged) expect(isFound).toBe(matches.includes(node))
            else if (isFound)
              expect(matches.some((match) => match >= node && tree.depth[match]! >= tree.depth[node]!)).toBe(true)
          })
        }
      }),
      { seed: 10, numRuns: 40 },
    )
  })

  test('law: a match in the view is marked, in its own box or in the merged one that hides it', () => {
    const { tree, starts } = large
    fc.assert(
      fc.property(anyView, fc.constantFrom(7, 501, 20_001), (view, every) => {
        const { zoomNode, viewport } = placed({ ...view, firstRow: 0 })
        const matches = Int32Array.from({ length: Math.floor(tree.length / every) }, (_, index) => index * every + 3)
        const boxes = visibleBoxes({ tree, starts }, viewport, zoomNode, [matches])
        const marked = boxesIn(boxes).filter((box) => (boxes.flags[box]! & boxFlags.matched) !== 0)
        for (const match of matches) {
          const middle = starts[match]! + tree.total[match]! / 2
          const isInView =
            match >= zoomNode &&
            match < tree.end[zoomNode]! &&
            tree.depth[match]! <= viewport.lastRow &&
            middle > viewport.from &&
            middle < viewport.to
          if (!isInView) continue
          const x = ((middle - viewport.from) / (viewport.to - viewport.from)) * viewport.widthPx
          const isMarked = marked.some(
            (box) => boxes.row[box]! <= tree.depth[match]! && boxes.x0[box]! <= x && boxes.x1[box]! >= x,
          )
          expect(isMarked).toBe(true)
        }
      }),
      { seed: 9, numRuns: 60 },
    )
  })
})
