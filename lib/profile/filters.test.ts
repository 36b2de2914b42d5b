import { describe, expect, test } from 'vitest'
import { printTree, profileFromPicture } from '../testing/picture.ts'
import { buildCallTree } from './call-tree.ts'
import { applyFilters, totalWeight, type Filter } from './filters.ts'
import { invertProfile } from './invert.ts'
import { createProfileBuilder } from './profile-builder.ts'
import { emptyProvenance } from './profile.ts'
import { splitByThread } from './split-by-thread.ts'

const web = profileFromPicture(`
  http-1>main http-2>main http-1>main gc>Mark_[v]
  a           a           b           .
  c           .           c           .
  2           1           5           3
`)

const after = (...filters: Filter[]) => {
  const profile = applyFilters(web, filters)
  return printTree(profile, buildCallTree(profile)).split('\n')
}

describe('applyFilters', () => {
  test('by-thread makes each thread a root', () => {
    expect(after({ type: 'by-thread' })).toEqual([
      'all 11',
      '  gc 3',
      '    Mark 3 self 3',
      '  http-1 7',
      '    main 7',
      '      a 2',
      '        c 2 self 2',
      '      b 5',
      '        c 5 self 5',
      '  http-2 1',
      '    main 1',
      '      a 1 self 1',
    ])
  })

  test('by-thread joins threads of one name and names those without', () => {
    const builder = createProfileBuilder()
    const stack = builder.stack(-1, builder.frame('a', 'java'))
    for (const [name, tid] of [
      ['pool', 1],
      ['pool', 2],
      ['', 3],
      ['', 0],
    ] as const) {
      builder.sample(stack, builder.thread(name, tid), NaN, 1)
    }
    const profile = applyFilters(builder.finish('samples', emptyProvenance('test')), [{ type: 'by-thread' }])
    expect(printTree(profile, buildCallTree(profile)).match(/^ {2}\w.*/gm)).toEqual([
      '  pool 2',
      '  thread 3 1',
      '  unnamed thread 1',
    ])
  })

  test('invert makes leaves roots', () => {
    expect(after({ type: 'invert' })).toEqual([
      'all 11',
      '  Mark 3 self 3',
      '  a 1',
      '    main 1 self 1',
      '  c 7',
      '    a 2',
      '      main 2 self 2',
      '    b 5',
      '      main 5 self 5',
    ])
  })

  test('threads keep their place at the root of an inverted graph when they are split last', () => {
    expect(after({ type: 'invert' }, { type: 'by-thread' }, { type: 'threads', threads: ['http-2'] })).toEqual([
      'all 1',
      '  http-2 1',
      '    a 1',
      '      main 1 self 1',
    ])
  })

  test('time keeps the samples from a moment to before another', () => {
    expect(after({ type: 'time', fromMs: 1, toMs: 3 })).toEqual([
      'all 6',
      '  main 6',
      '    a 1 self 1',
      '    b 5',
      '      c 5 self 5',
    ])
  })

  test('focus shows what is under a frame, hide moves callees up, drop removes stacks', () => {
    expect(after({ type: 'focus', name: 'a' })).toEqual(['all 3', '  a 3 self 1', '    c 2 self 2'])
    expect(after({ type: 'hide', name: 'main' }, { type: 'hide', name: 'b' })).toEqual([
      'all 11',
      '  Mark 3 self 3',
      '  a 3 self 1',
      '    c 2 self 2',
      '  c 5 self 5',
    ])
    expect(after({ type: 'drop', name: 'main' })).toEqual(['all 3', '  Mark 3 self 3'])
  })

  test('fold-recursion draws direct recursion once', () => {
    const profile = applyFilters(
      profileFromPicture(`
        main main main
        f    f    f
        f    f    g
        f    g    f
      `),
      [{ type: 'fold-recursion' }],
    )
    expect(printTree(profile, buildCallTree(profile)).split('\n')).toEqual([
      'all 3',
      '  main 3',
      '    f 3 self 1',
      '      g 2 self 1',
      '        f 1 self 1',
    ])
  })

  test('invert cuts all stacks at one distance from the leaf where there would be too many rows, and says so', () => {
    const builder = createProfileBuilder()
    for (let stack = 0; stack < 100; stack++) {
      let row = -1
      for (let depth = 0; depth < 50; depth++) row = builder.stack(row, builder.frame(`f${stack}-${depth}`, 'java'))
      builder.sample(row, builder.thread(''), NaN, 1)
    }
    const inverted = invertProfile(builder.finish('samples', emptyProvenance('test')), 1000)
    expect(totalWeight(inverted)).toBe(100)
    expect(inverted.stacks.length).toBe(1000)
    expect(buildCallTree(inverted).maxDepth).toBe(10)
    expect(inverted.provenance.warnings).toMatchObject([{ code: 'inverted-cut', count: 100 }])
  })

  test('inverts in reasonable time what recurses 200,000 deep and was sampled at every depth', () => {
    const builder = createProfileBuilder()
    const thread = builder.thread('')
    let stack = -1
    for (let depth = 0; depth < 200_000; depth++) {
      stack = builder.stack(stack, builder.frame('f', 'java'))
      builder.sample(stack, thread, NaN, 1)
    }
    const inverted = invertProfile(builder.finish('samples', emptyProvenance('test')))
    expect(totalWeight(inverted)).toBe(200_000)
    expect(inverted.provenance.warnings).toMatchObject([{ code: 'inverted-cut' }])
  })

  test('by-thread leaves samples at their thread where there would be too many rows, and says so', () => {
    const split = splitByThread(web, 5)
    expect(totalWeight(split)).toBe(11)
    expect(printTree(split, buildCallTree(split)).split('\n')).toContain('  gc 3 self 3')
    expect(split.provenance.warnings).toMatchObject([{ code: 'by-thread-cut', count: 2 }])
  })

  test('inverts and splits a stack of 200,000 frames', () => {
    const builder = createProfileBuilder()
    let stack = -1
    for (let depth = 0; depth < 200_000; depth++) stack = builder.stack(stack, builder.frame(`f${depth % 7}`, 'java'))
    builder.sample(stack, builder.thread('deep'), NaN, 3)
    const profile = applyFilters(builder.finish('samples', emptyProvenance('test')), [
      { type: 'invert' },
      { type: 'by-thread' },
    ])
    expect(buildCallTree(profile).maxDepth).toBe(200_001)
  })
})
