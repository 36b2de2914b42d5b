import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { profileFromDiagram } from '../../../testing/profiles/text-graph.ts'
import { anyProfile } from '../../../testing/profiles/random-profile.ts'
import { buildCallTree } from '../../tree/call-tree.ts'
import { comparisonScales, comparisonWidths, type MergeOptions, type MergedTree } from './comparison.ts'
import { layoutStarts } from '../../layout/layout.ts'
import { frameKinds, type Profile } from '../../model/profile.ts'
import { rescaleMergedTree } from './rescale-merged-tree.ts'
import { buildMergedTree } from './merged-tree.ts'
import { getMergedRows } from './merged-tree-rows.ts'

const byAfter: MergeOptions = { width: 'after', scale: 'share', requests: null, sort: 'name' }

const anyOrder = fc.record({
  width: fc.constantFrom(...comparisonWidths),
  scale: fc.constantFrom(...comparisonScales),
  requests: fc.constantFrom(null, [3, 7] as const),
  sort: fc.constantFrom('name' as const, 'weight' as const),
})

const before = profileFromDiagram(`
  a  a
  b  c
  2  1
`)
const after = profileFromDiagram(`
  a  a
  b  d
  3  1
`)

/** A merged tree as indented text: name, width, then before and after. */
function print({ tree, strings, frames, before, after }: MergedTree): string[] {
  return Array.from({ length: tree.length }, (_, node) => {
    const name = node === 0 ? 'all' : strings[frames.name[tree.frame[node]!]!]!
    const indent = '  '.repeat(tree.depth[node]!)
    return `${indent}${name} ${tree.total[node]!} (${before.total[node]!} ${after.total[node]!})`
  })
}

/** Each path with a weight, with self and total. */
function weightsByPath(profile: Profile): Map<string, readonly [number, number]> {
  const tree = buildCallTree(profile)
  const frameAt = (node: number) => {
    const frame = tree.frame[node]!
    return JSON.stringify([profile.strings[profile.frames.name[frame]!], frameKinds[profile.frames.kind[frame]!]])
  }
  return pathsOf(tree, frameAt, (node) => [tree.self[node]!, tree.total[node]!])
}

function pathsOf<Value>(
  { length, parent }: Pick<MergedTree['tree'], 'length' | 'parent'>,
  frameAt: (node: number) => string,
  valueAt: (node: number) => Value,
): Map<string, Value> {
  const paths = ['']
  const valueByPath = new Map([['', valueAt(0)]])
  for (let node = 1; node < length; node++) {
    paths[node] = `${paths[parent[node]!]!}/${frameAt(node)}`
    valueByPath.set(paths[node]!, valueAt(node))
  }
  return valueByPath
}

function weightsByPathOfSide(merged: MergedTree, side: 'before' | 'after'): Map<string, readonly [number, number]> {
  const { tree, strings, frames } = merged
  const frameAt = (node: number) => {
    const frame = tree.frame[node]!
    return JSON.stringify([strings[frames.name[frame]!], frameKinds[frames.kind[frame]!]])
  }
  return pathsOf(tree, frameAt, (node) => [merged[side].self[node]!, merged[side].total[node]!])
}

describe('buildMergedTree', () => {
  it('has nodes of one side with weight 0 on the other', () => {
    expect(print(buildMergedTree(before, after, byAfter))).toEqual([
      'all 4 (3 4)',
      '  a 4 (3 4)',
      '    b 3 (2 3)',
      '    c 0 (1 0)',
      '    d 1 (0 1)',
    ])
  })

  it.each([
    ['before', 'raw', [3, 3, 2, 1, 0]],
    ['union', 'raw', [7, 7, 5, 1, 1]],
    ['changed', 'raw', [3, 3, 1, 1, 1]],
    ['union', 'request', [5, 5, 3.5, 0.5, 1]],
  ] as const)('has the widths of %s in scale %s', (width, scale, totals) => {
    const merged = buildMergedTree(before, after, { width, scale, requests: [2, 1], sort: 'name' })
    // After has one request and before two, so the weights of before are halved.
    const expected = scale === 'request' ? [5.5, 5.5, 4, 0.5, 1] : totals
    expect([...merged.tree.total]).toEqual(expected)
  })

  it('sorts by weight with that option', () => {
    const merged = buildMergedTree(before, after, { ...byAfter, width: 'before', sort: 'weight' })
    expect(print(merged).map((line) => line.trim().split(' ')[0])).toEqual(['all', 'a', 'b', 'c', 'd'])
    const other = buildMergedTree(after, before, { ...byAfter, width: 'after', sort: 'weight' })
    expect(print(rescaleMergedTree(other, { ...byAfter, width: 'before', sort: 'weight' })).slice(2)).toEqual([
      '    b 3 (3 2)',
      '    d 1 (1 0)',
      '    c 0 (0 1)',
    ])
  })

  it('has on each side the weights of that profile’s call tree', () => {
    fc.assert(
      fc.property(anyProfile, anyProfile, anyOrder, (before, after, order) => {
        const merged = buildMergedTree(before, after, order)
        for (const [side, profile] of [
          ['before', before],
          ['after', after],
        ] as const) {
          const own = weightsByPath(profile)
          const found = [...weightsByPathOfSide(merged, side)].filter(([path, [, total]]) => total > 0 || own.has(path))
          expect(new Map(found)).toEqual(own)
        }
      }),
    )
  })

  it('is a tree in depth-first order, where each callee lies within its caller', () => {
    fc.assert(
      fc.property(anyProfile, anyProfile, anyOrder, (before, after, order) => {
        const { tree, before: one, after: two } = buildMergedTree(before, after, order)
        const starts = layoutStarts(tree)
        const isWell = (node: number) => {
          const caller = tree.parent[node]!
          return (
            caller < node &&
            tree.end[node]! <= tree.end[caller]! &&
            tree.depth[node] === tree.depth[caller]! + 1 &&
            starts[node]! + tree.total[node]! <= starts[caller]! + tree.total[caller]! &&
            one.total[node]! + two.total[node]! > 0 &&
            starts[node]! >= starts[node - 1]!
          )
        }
        expect([...starts.keys()].filter((node) => node > 0 && !isWell(node))).toEqual([])
      }),
    )
  })

  it('finds no difference between a profile and itself', () => {
    fc.assert(
      fc.property(anyProfile, fc.constantFrom(...comparisonScales), (profile, scale) => {
        const merged = buildMergedTree(profile, profile, { width: 'changed', scale, requests: null, sort: 'name' })
        expect(merged.tree.total.every((total) => total === 0)).toBe(true)
        expect(merged.before).toEqual(merged.after)
        expect(merged.tree.length).toBe(buildCallTree(profile).length)
      }),
    )
  })

  it('swaps the weights when the sides are swapped', () => {
    fc.assert(
      fc.property(anyProfile, anyProfile, (before, after) => {
        const there = buildMergedTree(before, after, byAfter)
        const back = buildMergedTree(after, before, byAfter)
        expect(weightsByPathOfSide(there, 'before')).toEqual(weightsByPathOfSide(back, 'after'))
        expect(weightsByPathOfSide(there, 'after')).toEqual(weightsByPathOfSide(back, 'before'))
        expect([there.scaleBefore, there.scaleAfter]).toEqual([back.scaleAfter, back.scaleBefore])
      }),
    )
  })

  it('is the same when rescaled as when built with those options', () => {
    fc.assert(
      fc.property(anyProfile, anyProfile, anyOrder, anyOrder, (before, after, first, second) => {
        const reweighed = rescaleMergedTree(buildMergedTree(before, after, first), second)
        expect(reweighed).toEqual(buildMergedTree(before, after, second))
      }),
    )
  })

  it('maps each stack to its node, in any order', () => {
    fc.assert(
      fc.property(anyProfile, anyProfile, anyOrder, (before, after, order) => {
        const merged = buildMergedTree(before, after, order)
        const rows = getMergedRows(merged, before, after)
        for (const [side, profile] of [
          ['before', before],
          ['after', after],
        ] as const) {
          const self = new Float64Array(merged.tree.length)
          profile.samples.stack.forEach((row, sample) => {
            const node = row < 0 ? 0 : rows[side][row]!
            if (profile.samples.weight[sample]! > 0) self[node] = self[node]! + profile.samples.weight[sample]!
          })
          expect(self).toEqual(merged[side].self)
        }
      }),
    )
  })
})
