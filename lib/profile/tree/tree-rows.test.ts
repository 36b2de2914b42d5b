import { expect, test } from 'vitest'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { buildCallTree } from './call-tree.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { emptyProvenance } from '../model/profile.ts'
import { sortCalleesByWeight, listCallersUpTo, findHeavyPath, listNodesWithCallees, listTreeRows } from './tree-rows.ts'

// node 0 all, 1 main, 2 a, 3 c, 4 b, 5 d
const tree = buildCallTree(
  profileFromDiagram(`
    main main main
    a    b    d
    c    .    .
    2    5    2
  `),
)

test('callees come heaviest first, equals in the order of the tree', () => {
  expect([...sortCalleesByWeight(tree, 1)]).toEqual([4, 2, 5])
  expect([...sortCalleesByWeight(tree, 3)]).toEqual([])
})

test('only open nodes show what they call', () => {
  const nodesOf = (open: number[], from = 0, maxRows = 100) =>
    listTreeRows(tree, new Set(open), from, maxRows).map(({ node }) => node)
  expect(nodesOf([])).toEqual([0])
  expect(nodesOf([0, 1])).toEqual([0, 1, 4, 2, 5])
  expect(nodesOf([0, 1, 2])).toEqual([0, 1, 4, 2, 3, 5])
  expect(nodesOf([2], 2)).toEqual([2, 3])
  expect(nodesOf([0, 1], 0, 3)).toEqual([0, 1, 4])
})

test('a line knows how many of its callers branch, and its place', () => {
  const rows = listTreeRows(tree, new Set([0, 1, 2]))
  expect(rows.map(({ branchings }) => branchings)).toEqual([0, 0, 1, 1, 1, 1])
  expect(rows.map(({ position: position, siblings }) => `${position}/${siblings}`)).toEqual([
    '1/1',
    '1/1',
    '1/3',
    '2/3',
    '1/1',
    '3/3',
  ])
})

test('knows all nodes that can be opened', () => {
  expect(listNodesWithCallees(tree, 0, 10)).toEqual([0, 1, 2])
  expect(listNodesWithCallees(tree, 1, 1)).toEqual([1])
})

test('the heavy path goes down while there is enough of it left', () => {
  expect(findHeavyPath(tree, 0, 0.5)).toEqual([0, 1, 4])
  expect(findHeavyPath(tree, 0, 0.9)).toEqual([0, 1])
  expect(findHeavyPath(tree, 2, 0.01)).toEqual([2, 3])
})

test('knows the callers of a node', () => {
  expect(listCallersUpTo(tree, 3, 0)).toEqual([2, 1, 0])
  expect(listCallersUpTo(tree, 3, 1)).toEqual([2, 1])
  expect(listCallersUpTo(tree, 1, 1)).toEqual([])
})

test('a stack of 10,000 frames is no deeper than any', () => {
  const builder = createProfileBuilder()
  let stack = -1
  for (let depth = 0; depth < 10_000; depth++) stack = builder.stack(stack, builder.frame(`f${depth}`, 'java'))
  builder.sample(stack, builder.thread('main'), 0, 1)
  const deep = buildCallTree(builder.finish('samples', emptyProvenance('test')))
  expect(listTreeRows(deep, new Set(findHeavyPath(deep, 0, 0.01)))).toHaveLength(10_001)
})
