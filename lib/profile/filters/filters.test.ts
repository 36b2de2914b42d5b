import { describe, expect, test } from 'vitest'
import { printTree, profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { packages } from '../../testing/profiles/packages.ts'
import { buildCallTree } from '../tree/call-tree.ts'
import { applyFilters, type Filter } from './filters.ts'
import { getNodePath } from '../tree/path-keys.ts'

const web = profileFromDiagram(`
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

  test('fold-recursion draws recursion once, direct or with others between', () => {
    const profile = profileFromDiagram(`
      main main main
      f    f    f
      f    f    g
      f    g    f
    `)
    const folded = (reach: 'direct' | 'indirect') => {
      const after = applyFilters(profile, [{ type: 'fold-recursion', reach }])
      return printTree(after, buildCallTree(after)).split('\n')
    }
    expect(folded('direct')).toEqual(['all 3', '  main 3', '    f 3 self 1', '      g 2 self 1', '        f 1 self 1'])
    expect(folded('indirect')).toEqual(['all 3', '  main 3', '    f 3 self 2', '      g 1 self 1'])
  })

  test('show-from cuts off what stands above the first such frame, and leaves other stacks', () => {
    expect(after({ type: 'show-from', name: 'c' })).toEqual([
      'all 11',
      '  Mark 3 self 3',
      '  c 7 self 7',
      '  main 1',
      '    a 1 self 1',
    ])
    const twice = applyFilters(profileFromDiagram('main\nf\ng\nf'), [{ type: 'show-from', name: 'f' }])
    expect(printTree(twice, buildCallTree(twice)).split('\n')).toEqual([
      'all 1',
      '  f 1',
      '    g 1',
      '      f 1 self 1',
    ])
  })

  test('only-packages leaves frames of those alone, from the root on; all else counts for the nearest of them', () => {
    const profile = applyFilters(packages, [{ type: 'only-packages', packages: ['com.acme'] }])
    expect(printTree(profile, buildCallTree(profile)).split('\n')).toEqual([
      'all 7',
      '  com.acme.Shop.main 7 self 4',
      '    com.acme.cart.Cart.total 3 self 3',
    ])
    // What calls nothing of them counts for the whole; threads stay, and so does a box of theirs.
    const split: Filter[] = [{ type: 'by-thread' }, { type: 'only-packages', packages: ['com.acme'] }]
    const threads = profileFromDiagram(`
      http>start_thread_[n]  gc>start_thread_[n]
      Thread.run             GC::run_[v]
      com.acme.Shop.main     .
    `)
    const ofThreads = applyFilters(threads, split)
    expect(printTree(ofThreads, buildCallTree(ofThreads)).split('\n')).toEqual([
      'all 2',
      '  gc 1 self 1',
      '  http 1',
      '    com.acme.Shop.main 1 self 1',
    ])
    const folds: Filter[] = [{ type: 'collapse-package', name: 'com.acme.cart' }, split[1]!]
    expect(printTree(applyFilters(packages, folds), buildCallTree(applyFilters(packages, folds)))).toContain(
      'com.acme.cart (collapsed) 3 self 3',
    )
    expect(applyFilters(packages, [{ type: 'only-packages', packages: [] }])).toBe(packages)
  })

  test('focus-path shows what is under one node, and not under others of its name', () => {
    const tree = buildCallTree(web)
    const node = Array.from(tree.frame).findLastIndex((frame) => web.strings[web.frames.name[frame]!] === 'c')
    const path = getNodePath(web, tree, node)
    expect(after({ type: 'focus-path', path })).toEqual(['all 5', '  c 5 self 5'])
    expect(after({ type: 'focus-path', path: path.slice(0, 2) })).toEqual(['all 5', '  b 5', '    c 5 self 5'])
    expect(after({ type: 'focus-path', path: [] })).toEqual(after())
  })

  test('focus-path takes the longest part of a path that is there, and says so', () => {
    const path = getNodePath(web, buildCallTree(web), 2)
    const profile = applyFilters(web, [{ type: 'focus-path', path: [...path.slice(0, 1), 'AAAAA'] }])
    expect(printTree(profile, buildCallTree(profile)).split('\n')[1]).toMatch(/^ {2}(main|Mark) /)
    expect(profile.provenance.warnings).toMatchObject([{ code: 'focus-path-missing', count: 1 }])
  })

  test('keep has only stacks in which the search finds a frame', () => {
    expect(after({ type: 'keep', search: { text: 'MARK', caseSensitive: false } })).toEqual([
      'all 3',
      '  Mark 3 self 3',
    ])
    expect(after({ type: 'keep', search: { text: 'MARK', caseSensitive: true } })).toEqual(['all 0'])
    expect(after({ type: 'keep', search: { text: '/^[ab]$/', caseSensitive: true } })[0]).toBe('all 8')
    expect(after({ type: 'keep', search: { text: '', caseSensitive: true } })).toEqual(['all 0'])
    expect(() => after({ type: 'keep', search: { text: '/(/', caseSensitive: true } })).toThrow(
      'not a regular expression',
    )
  })
})
