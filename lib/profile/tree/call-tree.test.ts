import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printTree, profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { anyProfile } from '../../testing/profiles/random-profile.ts'
import { buildCallTree } from './call-tree.ts'
import { totalWeight } from '../model/stack-weights.ts'
import { layoutStarts } from '../layout/layout.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { emptyProvenance, type Profile } from '../model/profile.ts'

const treeOf = (profile: Profile) => printTree(profile, buildCallTree(profile))

function folded(...lines: [stack: string, weight: number][]): Profile {
  const builder = createProfileBuilder()
  for (const [line, weight] of lines) {
    let stack = -1
    for (const name of line.split(';')) stack = builder.stack(stack, builder.frame(name, 'java'))
    builder.sample(stack, builder.thread(''), NaN, weight)
  }
  return builder.finish('samples', emptyProvenance('folded'))
}

describe('buildCallTree', () => {
  test('merges stacks that share their beginning', () => {
    const profile = profileFromDiagram(`
      main main main main
      b    a    a    a
      .    c    .    c
      1    2    1    4
    `)
    expect(treeOf(profile)).toBe(
      ['all 8', '  main 8', '    a 7 self 1', '      c 6 self 6', '    b 1 self 1'].join('\n'),
    )
  })

  test('draws a frame once even where a sibling extends its name', () => {
    // flamegraph.pl sorts whole lines and merges only neighbours, so it cuts this `a` in two.
    const profile = folded(['a', 5], ['a-b;c', 1], ['a;x', 1])
    expect(treeOf(profile)).toBe(['all 7', '  a 6 self 5', '    x 1 self 1', '  a-b 1', '    c 1 self 1'].join('\n'))
  })

  test('orders siblings by code points, not by UTF-16 units', () => {
    const profile = folded(
      ['\u{1f525}', 1],
      ['\uff21', 1],
      ['b', 1],
      ['B', 1],
      ['\u{1f525}\u{1f526}', 1],
      ['\u{1f525}\u{1f525}', 1],
    )
    expect(
      treeOf(profile)
        .split('\n')
        .slice(1)
        .map((line) => line.trim().split(' ')[0]),
    ).toEqual(['B', 'b', '\uff21', '\u{1f525}', '\u{1f525}\u{1f525}', '\u{1f525}\u{1f526}'])
  })

  test('keeps frames of one name and two kinds apart', () => {
    const profile = profileFromDiagram(`
      read read_[k] read
    `)
    expect(treeOf(profile)).toBe(['all 3', '  read 2 self 2', '  read 1 self 1'].join('\n'))
  })

  test('merges a place that ran interpreted, compiled and inlined', () => {
    const profile = profileFromDiagram(`
      main main
      a    a_[i]
      b    b
    `)
    expect(treeOf(profile)).toBe(['all 2', '  main 2', '    a 2', '      b 2 self 2'].join('\n'))
  })

  test('takes names of Object.prototype for names', () => {
    const profile = folded(['__proto__;constructor', 1], ['__proto__;toString', 1], [';hasOwnProperty', 1])
    expect(treeOf(profile)).toBe(
      [
        'all 3',
        '   1',
        '    hasOwnProperty 1 self 1',
        '  __proto__ 2',
        '    constructor 1 self 1',
        '    toString 1 self 1',
      ].join('\n'),
    )
  })

  test('gives a sample without a stack to all, and no node to a place without weight', () => {
    const builder = createProfileBuilder()
    const thread = builder.thread('')
    const stack = builder.stack(-1, builder.frame('a', 'java'))
    builder.stack(stack, builder.frame('b', 'java'))
    builder.sample(-1, thread, NaN, 2)
    builder.sample(stack, thread, NaN, 0)
    expect(treeOf(builder.finish('samples', emptyProvenance('test')))).toBe('all 2 self 2')
  })

  test('builds a stack of 200,000 frames', () => {
    const builder = createProfileBuilder()
    let stack = -1
    for (let depth = 0; depth < 200_000; depth++) stack = builder.stack(stack, builder.frame(`f${depth % 7}`, 'java'))
    builder.sample(stack, builder.thread(''), NaN, 3)
    const tree = buildCallTree(builder.finish('samples', emptyProvenance('test')))
    expect(tree).toMatchObject({ length: 200_001, maxDepth: 200_000 })
    expect(tree.total[200_000]).toBe(3)
  })

  test.each([
    ['whole numbers', [1, 2 ** 31], Uint32Array],
    ['whole numbers without room in 32 bits', [2 ** 31, 2 ** 31], Float64Array],
    ['fractions', [1, 0.5], Float64Array],
  ])('adds up %s exactly', (_, weights, column) => {
    const tree = buildCallTree(folded(...weights.map((weight, index): [string, number] => [`a;${index}`, weight])))
    expect(tree.total).toBeInstanceOf(column)
    expect([tree.total[0], tree.total[2], tree.total[3]]).toEqual([weights[0]! + weights[1]!, ...weights])
    expect(Array.from(layoutStarts(tree))).toEqual([0, 0, 0, weights[0]])
  })

  test('law: totals add up, subtrees nest and siblings are distinct', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const { length, frame, parent, end, depth, self, total } = buildCallTree(profile)
        expect(total[0]).toBe(totalWeight(profile))
        expect(Array.from(self).reduce((sum, weight) => sum + weight, 0)).toBe(total[0])
        for (let node = 0; node < length; node++) {
          let below = self[node]!
          const callees = new Set<number>()
          for (let callee = node + 1; callee < end[node]!; callee = end[callee]!) {
            expect(parent[callee]).toBe(node)
            expect(depth[callee]).toBe(depth[node]! + 1)
            expect(callees).not.toContain(frame[callee])
            callees.add(frame[callee]!)
            below += total[callee]!
          }
          expect(total[node]).toBe(below)
          if (node > 0) expect(total[node]).toBeGreaterThan(0)
        }
      }),
      { seed: 1, numRuns: 300 },
    )
  })
})
