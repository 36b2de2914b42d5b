import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { anyProfile } from '../../testing/profiles/random-profile.ts'
import { buildCallTree } from './call-tree.ts'
import { isPathKey, findNodeByPath, getNodePath } from './path-keys.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { emptyProvenance } from '../model/profile.ts'

function deepProfile(frames: number, name: (depth: number) => string) {
  const builder = createProfileBuilder()
  let stack = -1
  for (let depth = 0; depth < frames; depth++) stack = builder.stack(stack, builder.frame(name(depth), 'java'))
  builder.sample(stack, builder.thread(''), NaN, 1)
  const profile = builder.finish('samples', emptyProvenance('test'))
  return { profile, tree: buildCallTree(profile) }
}

describe('a path of names', () => {
  const before = profileFromDiagram(`
    main main main
    a    a    b
    c    d    c
  `)
  const after = profileFromDiagram(`
    init main main main main
    .    a    a    b    read_[k]
    .    c    e    c    .
  `)

  test('finds the same place in another profile, though every number there differs', () => {
    const path = getNodePath(before, buildCallTree(before), 3)
    const tree = buildCallTree(after)
    const { node, missing } = findNodeByPath(after, tree, path)
    expect(missing).toBe(0)
    expect(getNodePath(after, tree, node)).toEqual(path)
    expect(after.strings[after.frames.name[tree.frame[node]!]!]).toBe('c')
  })

  test('leads to the longest part that is still there and says how many frames are not', () => {
    const tree = buildCallTree(before)
    const found = findNodeByPath(after, buildCallTree(after), getNodePath(before, tree, 4))
    expect(found).toEqual({ node: 3, missing: 1 })
    const elsewhere = profileFromDiagram('other')
    expect(findNodeByPath(elsewhere, buildCallTree(elsewhere), getNodePath(before, tree, 4))).toEqual({
      node: 0,
      missing: 3,
    })
  })

  test('tells a frame from one of the same name and another kind', () => {
    const kinds = profileFromDiagram('read read_[k]')
    const tree = buildCallTree(kinds)
    expect(getNodePath(kinds, tree, 1)).not.toEqual(getNodePath(kinds, tree, 2))
  })

  test('stays short enough for a URL however deep the stack is', () => {
    const { profile, tree } = deepProfile(10_000, (depth) => `f${depth % 7}`)
    for (const node of [1, 200, 201, 9999, 10_000]) {
      const path = getNodePath(profile, tree, node)
      expect(path.join('.').length).toBeLessThan(2000)
      expect(path.every(isPathKey)).toBe(true)
      expect(findNodeByPath(profile, tree, path)).toEqual({ node, missing: 0 })
    }
  })

  test('of a deep stack leads to the longest part too', () => {
    const long = deepProfile(1000, (depth) => `f${depth}`)
    const cut = deepProfile(1000, (depth) => (depth < 502 ? `f${depth}` : 'other'))
    const path = getNodePath(long.profile, long.tree, 1000)
    // Five frames a key: the key of frames 501 to 505 is not there.
    expect(findNodeByPath(cut.profile, cut.tree, path)).toEqual({ node: 500, missing: 500 })
  })

  test('law: every node is found by its path', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const tree = buildCallTree(profile)
        for (let node = 0; node < tree.length; node++) {
          expect(findNodeByPath(profile, tree, getNodePath(profile, tree, node))).toEqual({ node, missing: 0 })
        }
      }),
      { seed: 10, numRuns: 300 },
    )
  })
})
