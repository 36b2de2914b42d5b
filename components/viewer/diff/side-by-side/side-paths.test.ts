import { describe, expect, test } from 'vitest'
import { buildCallTree } from '../../../../lib/profile/tree/call-tree.ts'
import { getNodePath } from '../../../../lib/profile/tree/path-keys.ts'
import { profileFromDiagram } from '../../../../lib/testing/profiles/text-graph.ts'
import { listStackNames } from '../../tree/describe-frame.ts'
import type { NamedTree } from '../../worker/tree-messages.ts'
import { resolveSidePaths } from './side-paths.ts'
import { eachSide, type BySide } from '../side.ts'
import { createCounterpartFinder } from './counterparts.ts'

const named = (diagram: string): NamedTree => {
  const { strings, frames, ...rest } = profileFromDiagram(diagram)
  return { tree: buildCallTree({ strings, frames, ...rest }), strings, frames }
}
const trees: BySide<NamedTree> = {
  before: named(`
    main main
    run1 old
    a    .
    2    1
  `),
  after: named(`
    main main
    run2 new
    a    b
    3    1
  `),
}
const keyOf = (name: string) => name.replace(/\d/, '')
const findCounterpart = {
  before: createCounterpartFinder(trees.before, trees.after, { keyOf }),
  after: createCounterpartFinder(trees.after, trees.before, { keyOf }),
}
const pathOn = (side: 'before' | 'after', node: number) => getNodePath(trees[side], trees[side].tree, node)
const nodeOn = (side: 'before' | 'after', last: string) => {
  const { tree } = trees[side]
  return Array.from(tree.frame, (_, node) => node).find((node) => listStackNames(trees[side], node).at(-1) === last)!
}
const found = (path: readonly string[]) => {
  const paths = resolveSidePaths(path, trees, findCounterpart)
  return eachSide((side) => ({
    at: listStackNames(trees[side], paths[side].node).join(';'),
    absent: paths[side].absent,
    missing: paths[side].missing,
  }))
}

describe('findPlaces', () => {
  test('finds a path on both sides, whichever names it is written in', () => {
    const both = {
      before: { at: 'main;run1;a', absent: [], missing: 0 },
      after: { at: 'main;run2;a', absent: [], missing: 0 },
    }
    expect(found(pathOn('after', nodeOn('after', 'a')))).toEqual(both)
    expect(found(pathOn('before', nodeOn('before', 'a')))).toEqual(both)
    expect(found([]).before.at).toBe('')
  })

  test('gives the path in the names of each side', () => {
    const paths = resolveSidePaths(pathOn('after', nodeOn('after', 'a')), trees, findCounterpart)
    expect(paths.before.path).toEqual(pathOn('before', nodeOn('before', 'a')))
  })

  test('says what is absent, and where the longest part of the path ends', () => {
    expect(found(pathOn('after', nodeOn('after', 'b')))).toEqual({
      before: { at: 'main', absent: ['new', 'b'], missing: 2 },
      after: { at: 'main;new;b', absent: [], missing: 0 },
    })
    expect(found(pathOn('before', nodeOn('before', 'old'))).after).toEqual({ at: 'main', absent: ['old'], missing: 1 })
  })

  test('leaves a path that neither has as it is, for its names are unknown', () => {
    const path = ['AAAAA', 'BBBBB']
    const paths = resolveSidePaths(path, trees, findCounterpart)
    expect(paths.before).toEqual({ path, node: 0, missing: 2, absent: [] })
    expect(paths.after).toEqual({ path, node: 0, missing: 2, absent: [] })
  })
})
