import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { layOutCase } from '../../testing/profiles/layout-of.ts'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { anyProfile, largeProfile } from '../../testing/profiles/random-profile.ts'
import { masksOf, recursive } from '../../testing/profiles/search-case.ts'
import { buildCallTree, type CallTree } from '../tree/call-tree.ts'
import { layoutStarts } from '../layout/layout.ts'
import type { Profile } from '../model/profile.ts'
import { matchSearches } from './search-matches.ts'
import { computeSearchShares } from './search-shares.ts'

function sharesOf(profile: Profile, texts: readonly string[], zoomNode = 0) {
  return computeSearchShares(buildCallTree(profile), masksOf(profile, texts), texts.length, zoomNode)
}

describe('the shares of searches', () => {
  test('count each sample once where a match sits below a match', () => {
    const none = { callers: 0, sharedOfView: 0, sharedOfAll: 0 }
    expect(sharesOf(recursive, ['a']).all).toEqual({ nodes: 4, nodesOfAll: 4, ofView: 1, ofAll: 1, ...none })
    expect(sharesOf(recursive, ['b']).all).toMatchObject({ nodes: 2, ofView: 0.8, ofAll: 0.8 })
  })

  test('are of the zoomed node and of all', () => {
    expect(sharesOf(recursive, ['b'], 2).all).toMatchObject({ nodes: 1, ofView: 4 / 6, ofAll: 8 / 10 })
  })

  test('take a match above the zoomed node for no match in the view', () => {
    expect(sharesOf(recursive, ['main'], 2).all).toMatchObject({
      nodes: 0,
      callers: 1,
      nodesOfAll: 1,
      ofView: 0,
      ofAll: 1,
    })
    expect(sharesOf(recursive, ['b'], 6).all).toMatchObject({ nodes: 0, callers: 1, nodesOfAll: 2 })
    expect(sharesOf(recursive, ['x'], 6).all).toMatchObject({ nodes: 0, callers: 0, nodesOfAll: 0 })
  })

  test('tell for each search what it found, and what another found too', () => {
    const profile = profileFromDiagram(`
      json json json io   x
      io   .    log  .    .
      1    2    4    8    1
    `)
    const { all, bySearch, commonOfView } = sharesOf(profile, ['json', 'io', 'log'])
    expect(all).toMatchObject({ nodes: 4, ofAll: 15 / 16, sharedOfAll: 5 / 16 })
    expect(bySearch.map(({ ofAll, sharedOfAll }) => [16 * ofAll, 16 * sharedOfAll])).toEqual([
      [7, 5],
      [9, 1],
      [4, 4],
    ])
    expect(commonOfView.map((row) => row.map((share) => 16 * share))).toEqual([
      [7, 1, 4],
      [1, 9, 0],
      [4, 0, 4],
    ])
  })

  test('are of the part that a gesture left on the screen', () => {
    const { tree, starts } = layOutCase(recursive)
    // The view shows weight 6 to 8 of all: the left half of b (node 5), which fills 6 to 10.
    const range = { starts, widths: tree.total, from: 5, to: 8 }
    const { all } = computeSearchShares(tree, masksOf(recursive, ['b']), 1, 0, range)
    expect(all).toMatchObject({ nodes: 2, ofView: 1, ofAll: 0.8 })
    const left = computeSearchShares(tree, masksOf(recursive, ['b']), 1, 0, {
      starts,
      widths: tree.total,
      from: 0,
      to: 4,
    })
    expect(left.all).toMatchObject({ nodes: 1, ofView: 0.5, ofAll: 0.8 })
  })

  test('of nothing are nothing', () => {
    const none = { nodes: 0, callers: 0, nodesOfAll: 0, ofView: 0, ofAll: 0, sharedOfView: 0, sharedOfAll: 0 }
    expect(sharesOf(profileFromDiagram('a'), [])).toEqual({ all: none, bySearch: [], commonOfView: [] })
    expect(sharesOf(profileFromDiagram('a\n0'), ['a']).all).toEqual(none)
  })

  /**
   * Weight under a node by the set of searches that its stack, from the node on, is found by: one sample after the
   * other.
   */
  function weighSlowly(tree: CallTree, masks: Uint8Array, top: number, isCounted: (mask: number) => boolean): number {
    let sum = 0
    for (let node = top; node < tree.end[top]!; node++) {
      let mask = 0
      for (let at = node; at >= top && at > 0; at = tree.parent[at]!) mask |= masks[tree.frame[at]!]!
      if (isCounted(mask)) sum += tree.self[node]!
    }
    return sum
  }

  test('law: are what a count of single samples gives, never above the whole', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'proto', ';'), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(anyProfile, texts, fc.nat(), (profile, searches, at) => {
        const tree = buildCallTree(profile)
        const masks = masksOf(profile, searches)
        const zoomNode = at % tree.length
        const { all, bySearch } = computeSearchShares(tree, masks, searches.length, zoomNode)
        const total = tree.total[zoomNode]!
        const any = weighSlowly(tree, masks, zoomNode, (mask) => mask > 0)
        expect(all.ofView * total).toBeCloseTo(any, 9)
        expect(all.ofAll * tree.total[0]!).toBeCloseTo(
          weighSlowly(tree, masks, 0, (mask) => mask > 0),
          9,
        )
        bySearch.forEach(({ ofView, sharedOfView }, search) => {
          const bit = 1 << search
          const own = weighSlowly(tree, masks, zoomNode, (mask) => (mask & bit) > 0)
          const shared = weighSlowly(tree, masks, zoomNode, (mask) => (mask & bit) > 0 && mask !== bit)
          expect(ofView * total).toBeCloseTo(own, 9)
          expect(sharedOfView * total).toBeCloseTo(shared, 9)
          expect(ofView).toBeLessThanOrEqual(1)
        })
      }),
      { seed: 23, numRuns: 300 },
    )
  })

  test('law: what two halves of a view show adds up to the view', () => {
    const tree = buildCallTree(largeProfile(5_000, 200))
    const starts = layoutStarts(tree)
    const masks = Uint8Array.from({ length: 200 }, (_, frame) => (frame % 7 === 0 ? 1 : 0) | (frame % 11 === 0 ? 2 : 0))
    const matches = matchSearches(tree, masks, 2)
    fc.assert(
      fc.property(fc.nat({ max: tree.length - 1 }), fc.double({ min: 0, max: 1, noNaN: true }), (zoomNode, at) => {
        const from = starts[zoomNode]!
        const to = from + tree.total[zoomNode]!
        const middle = from + at * (to - from)
        const weigh = (left: number, right: number) =>
          computeSearchShares(
            tree,
            masks,
            2,
            zoomNode,
            { starts, widths: tree.total, from: left, to: right },
            matches,
          ).bySearch.map(({ ofView }) => ofView * (right - left))
        const [left, right, whole] = [weigh(from, middle), weigh(middle, to), weigh(from, to)]
        whole.forEach((weight, search) => expect(left[search]! + right[search]!).toBeCloseTo(weight, 6))
      }),
      { seed: 24, numRuns: 200 },
    )
  })
})
