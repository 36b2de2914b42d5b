import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printTree, profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { anyProfile } from '../../testing/profiles/random-profile.ts'
import { buildCallTree } from './call-tree.ts'
import { applyFilters } from '../filters/filters.ts'
import { totalWeight } from '../model/stack-weights.ts'
import { buildFlameChart, type FlameChart } from './time-ordered-tree.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { emptyProvenance, type Profile, type Provenance } from '../model/profile.ts'
import { getTimeSpan } from '../time/time-span.ts'

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
    const { tree, cutSamples } = buildFlameChart(profile, null, 4)
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

/** Each sample as `thread at ms: stack`, every 10 ms. */
function recording(lines: readonly string[], more: Partial<Provenance> = {}): Profile {
  const builder = createProfileBuilder()
  for (const line of lines) {
    const [, thread, ms, stack] = /^(\w+) at (\S+): (.*)$/.exec(line)!
    let row = -1
    for (const name of stack!.split(';')) row = builder.stack(row, builder.frame(name, 'java'))
    builder.sample(row, builder.thread(thread!), ms === '-' ? NaN : Number(ms), 1)
  }
  const profile = builder.finish('samples', { ...emptyProvenance('test'), frequencyHz: 100, ...more })
  return applyFilters(profile, [{ type: 'by-thread' }])
}

/** Each box as `name from-to`, indented by its depth. */
function printChart(profile: Profile, { tree, time }: FlameChart): string[] {
  return Array.from({ length: tree.length }, (_, node) => {
    const name = node === 0 ? 'all' : profile.strings[profile.frames.name[tree.frame[node]!]!]!
    const from = time!.starts[node]!
    return `${'  '.repeat(tree.depth[node]!)}${name} ${from}-${from + time!.widths[node]!}`
  })
}

describe('time on x', () => {
  test('a box is as wide as its frame ran, a gap is where the thread was not sampled, and each thread has the whole time', () => {
    const profile = recording([
      'main at 100: a;b',
      'main at 110: a;b',
      'main at 121: a;c',
      'main at 160: a;c',
      'pool at 120: d',
    ])
    expect(printChart(profile, buildFlameChart(profile, [100, 200]))).toEqual([
      'all 0-200',
      '  main 0-100',
      '    a 0-31',
      '      b 0-21',
      '      c 21-31',
      '    a 60-70',
      '      c 60-70',
      '  pool 100-200',
      '    d 120-130',
    ])
  })

  test('a sample without a time has weight and no width', () => {
    const profile = recording(['main at 0: a', 'main at -: b'])
    const chart = buildFlameChart(profile, [0, 50])
    expect(printChart(profile, chart)).toEqual(['all 0-50', '  main 0-50', '    a 0-10', '    b 10-10'])
    expect(chart.tree.total[1]).toBe(2)
  })

  test('law: boxes lie in their callers, siblings do not overlap, and starts never sink', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const split = applyFilters(profile, [{ type: 'by-thread' }])
        const span = getTimeSpan(split)
        if (!span) return
        const { tree, time } = buildFlameChart(split, span)
        const { starts, widths } = time!
        const lastEnd = new Float64Array(tree.length)
        for (let node = 1; node < tree.length; node++) {
          const caller = tree.parent[node]!
          const end = starts[node]! + widths[node]!
          expect(widths[node]).toBeGreaterThanOrEqual(0)
          expect(starts[node]).toBeGreaterThanOrEqual(starts[node - 1]!)
          expect(starts[node]).toBeGreaterThanOrEqual(lastEnd[caller]! - 1e-6)
          expect(end).toBeLessThanOrEqual(starts[caller]! + widths[caller]! + 1e-6)
          lastEnd[caller] = end
        }
      }),
      { seed: 3, numRuns: 300 },
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
