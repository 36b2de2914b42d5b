import { expect, it } from 'vitest'
import fc from 'fast-check'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { anyProfile } from '../../testing/profiles/random-profile.ts'
import type { UnionOrder } from './merged-tree/comparison.ts'
import { goneAndNew } from './added-and-removed.ts'
import { buildUnionTree } from './merged-tree/merged-tree.ts'

const order: UnionOrder = { width: 'after', scale: 'share', requests: null, sort: 'name' }

it('lists the outermost of what only one side has, the heaviest first', () => {
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
  const union = buildUnionTree(before, after, order)
  const { gone, new: added, goneWeight, newWeight } = goneAndNew(union)
  const names = (nodes: Uint32Array) =>
    Array.from(nodes, (node) => union.strings[union.frames.name[union.tree.frame[node]!]!])
  expect([names(gone), goneWeight, names(added), newWeight]).toEqual([['x', 'f', 'b'], 14, ['e'], 3])
})

it('holds each weight once', () => {
  fc.assert(
    fc.property(anyProfile, anyProfile, (before, after) => {
      const union = buildUnionTree(before, after, order)
      const { gone, goneWeight, newWeight } = goneAndNew(union)
      expect(goneWeight).toBeLessThanOrEqual(union.before.total[0]!)
      expect(newWeight).toBeLessThanOrEqual(union.after.total[0]!)
      for (const node of gone) expect(union.after.total[node]).toBe(0)
    }),
  )
})
