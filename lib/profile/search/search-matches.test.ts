import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { anyProfile } from '../../testing/profiles/random-profile.ts'
import { masksOf, recursive } from '../../testing/profiles/search-case.ts'
import { buildCallTree } from '../tree/call-tree.ts'
import { layoutStarts } from '../layout/layout.ts'
import { extractSubtree } from '../tree/subtree.ts'
import { createMatchCursor } from './match-cursor.ts'
import { addSearchesInBase, findHeaviestMatch, matchSearches, findNextMatch } from './search-matches.ts'

describe('matchSearches', () => {
  test('lists the nodes of each search and of all searches, in drawing order', () => {
    const { any, bySearch } = matchSearches(buildCallTree(recursive), masksOf(recursive, ['b', 'a', 'nothing']), 3)
    expect([...any]).toEqual([1, 2, 3, 4, 5, 6]) // `main` has an a
    expect(bySearch.map((nodes) => [...nodes])).toEqual([[3, 5], [1, 2, 4, 6], []])
  })

  test('lists the root of a tree of one function, which has a frame', () => {
    const whole = buildCallTree(recursive)
    const { tree } = extractSubtree({ tree: whole, starts: layoutStarts(whole) }, 3)
    expect([...matchSearches(tree, masksOf(recursive, ['b']), 1).any]).toEqual([0])
  })

  test('lists no nodes without a search', () => {
    const { any, bySearch } = matchSearches(buildCallTree(recursive), masksOf(recursive, []), 0)
    expect([any.length, bySearch.length]).toEqual([0, 0])
  })

  test('law: a node is in the column of a search exactly when its frame has the bit', () => {
    fc.assert(
      fc.property(anyProfile, fc.array(fc.constantFrom('a', 'b', 'c', ';'), { maxLength: 6 }), (profile, texts) => {
        const tree = buildCallTree(profile)
        const masks = masksOf(profile, texts)
        const { any, bySearch } = matchSearches(tree, masks, texts.length)
        const nodes = Array.from({ length: tree.length - 1 }, (_, index) => index + 1)
        expect([...any]).toEqual(nodes.filter((node) => masks[tree.frame[node]!]! > 0))
        bySearch.forEach((found, search) =>
          expect([...found]).toEqual(nodes.filter((node) => (masks[tree.frame[node]!]! & (1 << search)) > 0)),
        )
      }),
      { seed: 21, numRuns: 200 },
    )
  })
})

test('the next match wraps around within the zoomed node', () => {
  const tree = buildCallTree(recursive)
  const { any } = matchSearches(tree, masksOf(recursive, ['b']), 1)
  expect([...any]).toEqual([3, 5])
  expect(findNextMatch(tree, any, -1, 1, 0)).toBe(3)
  expect(findNextMatch(tree, any, 3, 1, 0)).toBe(5)
  expect(findNextMatch(tree, any, 5, 1, 0)).toBe(3)
  expect(findNextMatch(tree, any, 3, -1, 0)).toBe(5)
  expect(findNextMatch(tree, any, 4, -1, 0)).toBe(3)
  expect(findNextMatch(tree, any, 5, 1, 2)).toBe(3)
  expect(findNextMatch(tree, any, 3, 1, 2)).toBe(3)
  expect(findNextMatch(tree, any, 0, 1, 6)).toBe(-1)
})

test('the first step goes to the heaviest match, to which the graph scrolled, not to the leftmost', () => {
  const profile = profileFromDiagram(`
    main  main  main
    a     b     c
    rule1 rule2 rule3
    1     5     2
  `)
  const tree = buildCallTree(profile)
  const { any } = matchSearches(tree, masksOf(profile, ['rule']), 1)
  const [, heaviest, last] = any
  for (const selected of [-1, 0, 1]) {
    for (const step of [1, -1] as const) expect(findNextMatch(tree, any, selected, step, 0)).toBe(heaviest)
  }
  expect(findNextMatch(tree, any, heaviest!, 1, 0)).toBe(last)
})

test('finds the heaviest match within the zoomed node, the first of equals', () => {
  const tree = buildCallTree(recursive)
  const { any } = matchSearches(tree, masksOf(recursive, ['b']), 1)
  const heaviest = Math.max(...Array.from(any, (node) => tree.total[node]!))
  const first = any.find((node) => tree.total[node] === heaviest)
  expect(findHeaviestMatch(tree, any, 0)).toBe(first)
  expect(findHeaviestMatch(tree, any, 5)).toBe(5)
  expect(findHeaviestMatch(tree, any, 6)).toBe(-1)
})

test('law: a cursor gives the searches that match in a range, for ranges in any order', () => {
  const column = fc.uniqueArray(fc.nat({ max: 40 }), { maxLength: 20 })
  const range = fc.record({ node: fc.nat({ max: 40 }), length: fc.integer({ min: 1, max: 10 }) })
  fc.assert(
    fc.property(fc.array(column, { maxLength: 6 }), fc.array(range, { maxLength: 20 }), (columns, ranges) => {
      const bySearch = columns.map((nodes) => Int32Array.from(nodes).sort())
      const cursor = createMatchCursor(bySearch)
      for (const { node, length } of ranges) {
        const expected = bySearch.reduce(
          (searches, nodes, search) =>
            nodes.some((match) => match >= node && match < node + length) ? searches | (1 << search) : searches,
          0,
        )
        expect(cursor.searchesIn(node, node + length)).toBe(expected)
      }
    }),
    { seed: 22, numRuns: 300 },
  )
})

test('the box of a folded base matches the searches of the frames in it', () => {
  const masks = Uint8Array.from([1, 2, 0, 0])
  addSearchesInBase(masks, {
    box: 3,
    chains: [
      [0, 2],
      [2, 1],
    ],
  })
  expect([...masks]).toEqual([1, 2, 0, 3])
})
