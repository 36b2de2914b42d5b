import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOutCase } from '../../testing/profiles/layout-of.ts'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { anyProfile } from '../../testing/profiles/random-profile.ts'
import { layoutStarts } from '../layout/layout.ts'
import { extractSubtree } from './subtree.ts'

test('is a tree of its own, with the node as its root', () => {
  const { tree, starts } = layOutCase(
    profileFromDiagram(`
      init main main main
      .    .    a    b
      .    .    .    c
      5    1    2    4
    `),
  )
  const main = extractSubtree({ tree, starts }, 2)
  expect(main.tree.parent).toEqual(Int32Array.of(-1, 0, 0, 2))
  expect(main.tree.end).toEqual(Int32Array.of(4, 2, 4, 4))
  expect(main.tree.depth).toEqual(Int32Array.of(0, 1, 1, 2))
  expect(Array.from(main.tree.total)).toEqual([7, 2, 4, 4])
  expect(main.tree.maxDepth).toBe(2)
  expect(Array.from(main.starts)).toEqual([0, 1, 3, 3])
})

test('law: laid out anew, it stands where it stood', () => {
  fc.assert(
    fc.property(anyProfile, fc.nat(), (profile, pick) => {
      const { tree, starts } = layOutCase(profile)
      const part = extractSubtree({ tree, starts }, pick % tree.length)
      expect(part.starts).toEqual(layoutStarts(part.tree))
    }),
    { seed: 19, numRuns: 200 },
  )
})
