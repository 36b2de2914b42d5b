import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyService } from '../../testing/profiles/arbitrary-service.ts'
import { printTree, profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { buildCallTree } from '../tree/call-tree.ts'
import { applyFilters, type Filter } from './filters.ts'
import { openKeyOfNode, packOfFrame } from './fold-framework.ts'
import { packsIn } from './framework-packs.ts'
import type { Profile } from '../model/profile.ts'
import { listFrameNames } from '../search/search.ts'

const shop = profileFromDiagram(`
  http>run                       http>run                       http>run                       other>run
  org.springframework.Filter.do  org.springframework.Filter.do  org.springframework.Filter.do  b
  org.springframework.Aop.call   org.springframework.Web.call   com.acme.Cart.total            org.springframework.Web.call
  com.acme.Cart.total            com.acme.Cart.total            .                              .
  org.springframework.Tx.end     .                              .                              .
  1                              2                              4                              8
`)
const spring = (...open: string[]): Filter => ({ type: 'fold-framework', pack: 'spring', open })
const printed = (profile: Profile) => printTree(profile, buildCallTree(profile)).split('\n')

/** Keys of the folded boxes, and of the frames in open runs, in drawing order. */
function keysIn(profile: Profile): string[] {
  const tree = buildCallTree(profile)
  const keys = Array.from({ length: tree.length }, (_, node) => openKeyOfNode(profile, tree, node))
  return keys.filter((key) => key !== null)
}

describe('a folded framework', () => {
  test('is one box for each run of its frames', () => {
    const folded = applyFilters(shop, [spring()])
    expect(printed(folded)).toEqual([
      'all 15',
      '  run 15',
      '    Spring 7',
      '      com.acme.Cart.total 7 self 6',
      '        Spring 1 self 1',
      '    b 8',
      '      Spring 8 self 8',
    ])
    const box = folded.frames.name.findIndex((name) => folded.strings[name] === 'Spring')
    expect(folded.strings[folded.frames.raw[box]!]).toBe('up to 2 frames')
    expect(packOfFrame(folded, box)).toBe('spring')
  })

  test('opens in place: the run stands there unfolded, everything else stays', () => {
    const [outer] = keysIn(applyFilters(shop, [spring()]))
    expect(printed(applyFilters(shop, [spring(outer!)]))).toEqual([
      'all 15',
      '  run 15',
      '    b 8',
      '      Spring 8 self 8',
      '    org.springframework.Filter.do 7',
      '      com.acme.Cart.total 4 self 4',
      '      org.springframework.Aop.call 1',
      '        com.acme.Cart.total 1',
      '          Spring 1 self 1',
      '      org.springframework.Web.call 2',
      '        com.acme.Cart.total 2 self 2',
    ])
  })

  test('gives each frame of an open run the key that closes it, and the others the keys they had', () => {
    const [outer, inner, elsewhere] = keysIn(applyFilters(shop, [spring()]))
    const opened = applyFilters(shop, [spring(outer!)])
    expect(new Set(keysIn(opened))).toEqual(new Set([outer, inner, elsewhere]))
    expect(keysIn(opened).filter((key) => key === outer).length).toBe(3)
  })

  test('has the same keys when the graph is split by thread, and none where there is no framework', () => {
    const split = applyFilters(shop, [spring(), { type: 'by-thread' }])
    expect(new Set(keysIn(split))).toEqual(new Set(keysIn(applyFilters(shop, [spring()]))))
    const plain = profileFromDiagram('main')
    expect(openKeyOfNode(plain, buildCallTree(plain), 1)).toBeNull()
    expect(openKeyOfNode(plain, buildCallTree(plain), 0)).toBeNull()
  })

  test('of a pack that a later Hearth knows stays as it is', () => {
    expect(applyFilters(shop, [{ type: 'fold-framework', pack: 'warp', open: ['kZ3_x*4'] }])).toBe(shop)
  })

  test('law: all boxes opened, the tree is the one before; in any order of packs', () => {
    fc.assert(
      fc.property(anyService, fc.boolean(), (profile, backwards) => {
        const packs = packsIn(listFrameNames(profile)).map(({ id }) => id)
        if (backwards) packs.reverse()
        const fold = (open: readonly string[]) =>
          applyFilters(
            profile,
            packs.map((pack) => ({ type: 'fold-framework', pack, open })),
          )
        const open = keysIn(fold([]))
        expect(buildCallTree(fold(open))).toEqual(buildCallTree(profile))
      }),
      { seed: 31, numRuns: 500 },
    )
  })

  test('law: opening one box and closing it again, from any of its frames, is where one was', () => {
    fc.assert(
      fc.property(anyService, fc.nat(), (profile, pick) => {
        const folded = applyFilters(profile, [spring()])
        const keys = keysIn(folded)
        if (keys.length === 0) return
        const key = keys[pick % keys.length]!
        const opened = applyFilters(profile, [spring(key)])
        const others = (all: readonly string[]) => new Set(all.filter((other) => other !== key))
        expect(others(keysIn(opened))).toEqual(others(keys))
        expect(keysIn(opened)).toContain(key)
      }),
      { seed: 32, numRuns: 500 },
    )
  })
})
