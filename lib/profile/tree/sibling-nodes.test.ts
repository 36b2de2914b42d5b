import { expect, test } from 'vitest'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { buildCallTree } from './call-tree.ts'
import { findNeighbour } from './sibling-nodes.ts'

test('arrow keys walk to the caller, the widest callee and the siblings, and stop at edges', () => {
  const tree = buildCallTree(
    profileFromDiagram(`
      main main main
      a    b    c
      x    .    .
      1    5    2
    `),
  )
  // Nodes: 0 all, 1 main, 2 a, 3 x, 4 b, 5 c.
  expect(findNeighbour(tree, 1, 'callee')).toBe(4)
  expect(findNeighbour(tree, 4, 'callee')).toBe(-1)
  expect(findNeighbour(tree, 4, 'caller')).toBe(1)
  expect(findNeighbour(tree, 0, 'caller')).toBe(-1)
  expect([findNeighbour(tree, 2, 'next'), findNeighbour(tree, 4, 'next'), findNeighbour(tree, 5, 'next')]).toEqual([
    4, 5, -1,
  ])
  expect([
    findNeighbour(tree, 5, 'previous'),
    findNeighbour(tree, 4, 'previous'),
    findNeighbour(tree, 2, 'previous'),
  ]).toEqual([4, 2, -1])
  expect([findNeighbour(tree, 0, 'next'), findNeighbour(tree, 0, 'previous')]).toEqual([-1, -1])
})
