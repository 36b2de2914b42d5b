import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printTree, profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { anyProfile } from '../../testing/profiles/random-profile.ts'
import { buildCallTree } from './call-tree.ts'
import { applyFilters, totalWeight } from '../filters/filters.ts'
import { buildFlameChart } from './time-ordered-tree.ts'

describe('buildFlameChart', () => {
  test('makes a new box of a frame that comes back, and goes on with one that stays', () => {
    const profile = profileFromDiagram(`
      main main main main
      a    a    b    a
      x    y    .    x
    `)
    expect(printTree(profile, buildFlameChart(profile).tree)).toBe(
      [
        'all 4',
        '  main 4',
        '    a 2',
        '      x 1 self 1',
        '      y 1 self 1',
        '    b 1 self 1',
        '    a 1',
        '      x 1 self 1',
      ].join('\n'),
    )
  })

  test('never joins what two threads did, though it stands side by side', () => {
    const profile = profileFromDiagram(`
      one>main two>main one>main
      a        a        a
    `)
    expect(printTree(profile, buildFlameChart(profile).tree)).toBe(
      ['all 3', '  main 2', '    a 2 self 2', '  main 1', '    a 1 self 1'].join('\n'),
    )
  })

  test('keeps the weight of what would make too many boxes, and says how much it was', () => {
    const profile = profileFromDiagram(`
      a b a b a
    `)
    const { tree, cutSamples } = buildFlameChart(profile, 4)
    expect(cutSamples).toBe(2)
    expect(printTree(profile, tree)).toBe(['all 5 self 2', '  a 1 self 1', '  b 1 self 1', '  a 1 self 1'].join('\n'))
  })

  test('has the weight of the profile, and of each thread, on any profile', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const split = applyFilters(profile, [{ type: 'by-thread' }])
        const ordered = buildFlameChart(split).tree
        expect(ordered.total[0]).toBeCloseTo(totalWeight(profile))
        expect(totalsOfRoots(split, ordered)).toEqual(totalsOfRoots(split, buildCallTree(split)))
        for (let node = 1; node < ordered.length; node++) {
          expect(ordered.parent[node]).toBeLessThan(node)
          expect(ordered.depth[node]).toBe(ordered.depth[ordered.parent[node]!]! + 1)
        }
      }),
    )
  })
})

function totalsOfRoots(profile: Parameters<typeof printTree>[0], tree: Parameters<typeof printTree>[1]) {
  const totals = new Map<string, number>()
  for (let node = 1; node < tree.length; node = tree.end[node]!) {
    const name = profile.strings[profile.frames.name[tree.frame[node]!]!]!
    totals.set(name, (totals.get(name) ?? 0) + tree.total[node]!)
  }
  return [...totals].map(([name, total]) => [name, Number(total.toFixed(6))]).sort()
}
