import { expect, it } from 'vitest'
import fc from 'fast-check'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { anyProfile } from '../../testing/profiles/random-profile.ts'
import type { MergeOptions } from './merged-tree/comparison.ts'
import { findAddedAndRemoved } from './added-and-removed.ts'
import { buildMergedTree } from './merged-tree/merged-tree.ts'

const order: MergeOptions = { width: 'after', scale: 'share', requests: null, sort: 'name' }

it('lists the outermost of what only one side has, or of what is significant of it, the heaviest first', () => {
  const before = profileFromDiagram(`
    a  a  a  x
    b  d  f  .
    c  .  .  .
    2  1  5  7
  `)
  const after = profileFromDiagram(`
    a  a
    d  e
    1  3
  `)
  const merged = buildMergedTree(before, after, order)
  const { removed, added, removedWeight, addedWeight, ...counts } = findAddedAndRemoved(merged)
  const names = (nodes: Uint32Array) =>
    Array.from(nodes, (node) => merged.strings[merged.frames.name[merged.tree.frame[node]!]!])
  expect([names(removed), removedWeight, names(added), addedWeight]).toEqual([['x', 'f', 'b'], 14, ['e'], 3])
  // `c` is below `b`: what is hatched or dashed is counted, outermost or not.
  expect(counts).toEqual({ removedCount: 4, addedCount: 1 })

  const q = new Float32Array(merged.tree.length).fill(NaN)
  for (const name of ['x', 'c', 'd'])
    q[Array.from(merged.tree.frame).findIndex((frame) => merged.strings[merged.frames.name[frame]!] === name)] = 0.01
  const certain = findAddedAndRemoved(merged, { q })
  expect([names(certain.removed), certain.removedWeight, names(certain.added)]).toEqual([['x', 'c'], 9, []])
  expect([certain.removedCount, certain.addedCount]).toEqual([2, 0])
})

it('holds each weight once', () => {
  fc.assert(
    fc.property(anyProfile, anyProfile, (before, after) => {
      const merged = buildMergedTree(before, after, order)
      const { removed, removedWeight, addedWeight } = findAddedAndRemoved(merged)
      expect(removedWeight).toBeLessThanOrEqual(merged.before.total[0]!)
      expect(addedWeight).toBeLessThanOrEqual(merged.after.total[0]!)
      for (const node of removed) expect(merged.after.total[node]).toBe(0)
    }),
  )
})
