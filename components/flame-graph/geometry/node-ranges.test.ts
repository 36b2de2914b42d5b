import { describe, expect, it } from 'vitest'
import { buildCallTree } from '../../../lib/profile/tree/call-tree.ts'
import { layoutStarts } from '../../../lib/profile/layout/layout.ts'
import { profileFromDiagram } from '../../../lib/testing/profiles/text-graph.ts'
import {
  findCommonAncestor,
  findDeepestRow,
  findNodeAround,
  panToShow,
  getNodeRange,
  findRowToShow,
} from './node-ranges.ts'
import { rowPx } from './rows.ts'

// node 0 all, 1 a, 2 b, 3 c, 4 d
const tree = buildCallTree(
  profileFromDiagram(`
    a a d
    b c .
    2 6 2
  `),
)
const graph = { tree, starts: layoutStarts(tree) }

describe('places in the graph', () => {
  it('finds the deepest node that holds two others', () => {
    expect(findCommonAncestor(tree, 2, 3)).toBe(1)
    expect(findCommonAncestor(tree, 1, 3)).toBe(1)
    expect(findCommonAncestor(tree, 2, 4)).toBe(0)
    expect(findCommonAncestor(tree, 3, 3)).toBe(3)
  })

  it('zooms out to the first caller that holds what a gesture shows', () => {
    expect(findNodeAround(graph, 3, { from: 3, to: 5 })).toBe(3)
    expect(findNodeAround(graph, 3, { from: 1, to: 5 })).toBe(1)
    expect(findNodeAround(graph, 3, { from: 5, to: 9 })).toBe(0)
  })

  it('stays at a node whose range came back from a gesture not to the last bit', () => {
    const { from, to } = getNodeRange(graph, 3)
    expect(findNodeAround(graph, 3, { from: from - 1e-12, to: to + 1e-12 })).toBe(3)
  })

  it('pans only when nothing of the node is in sight, and never past the edges', () => {
    const all = { from: 0, to: 10 }
    const shown = { from: 0, to: 2.5 }
    expect(panToShow(graph, 3, shown, all)).toBe(shown)
    expect(panToShow(graph, 4, shown, all)).toEqual({ from: 7.5, to: 10 })
  })

  it('shows the root as long as everything fits, else the zoomed frame with its nearest callers', () => {
    expect(findRowToShow(tree, 3, 3 * rowPx)).toBe(0)
    const deep = buildCallTree(profileFromDiagram(['a b c d e f g h'.split(' ').join('\n'), '1'].join('\n')))
    expect(findRowToShow(deep, 6, 5 * rowPx)).toBe(3)
    expect(findRowToShow(deep, 0, 5 * rowPx)).toBe(0)
  })

  it('scrolls for a zoomed frame no further than its callees need, from where the graph is', () => {
    const deep = buildCallTree(profileFromDiagram(['a b c d e f g h'.split(' ').join('\n'), '1'].join('\n')))
    expect(findRowToShow(deep, 5, 8 * rowPx)).toBe(1)
    expect(findRowToShow(deep, 6, 7 * rowPx, 3)).toBe(3)
    expect(findRowToShow(deep, 2, 7 * rowPx, 3)).toBe(0)
  })

  it('leaves the path to the root in sight where only callees too narrow to read are out of it', () => {
    const names = 'abcdefgh'.split('')
    const deep = profileFromDiagram([...names.map((name, row) => `${name} ${row < 4 ? name : '.'}`), '1 30'].join('\n'))
    expect(findRowToShow(buildCallTree(deep), 4, 6 * rowPx)).toBe(0)
    const wide = profileFromDiagram([...names.map((name, row) => `${name} ${row < 4 ? name : '.'}`), '2 30'].join('\n'))
    expect(findRowToShow(buildCallTree(wide), 4, 6 * rowPx)).toBe(1)
  })

  it('knows how deep a subtree goes', () => {
    expect(findDeepestRow(tree, 0)).toBe(2)
    expect(findDeepestRow(tree, 4)).toBe(1)
  })
})
