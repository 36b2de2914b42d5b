import { expect, test } from 'vitest'
import { profileFromPicture } from '../testing/picture.ts'
import { buildCallTree } from './call-tree.ts'
import { tierSplit } from './tier-split.ts'

test('the split of a node counts the weight through it by how its own frame ran', () => {
  const profile = profileFromPicture(`
    main main   main   main
    a    a_[i]  a_[i]  b_[i]
    c    c      .      a
    1    3      2      9
  `)
  const tree = buildCallTree(profile)
  // Nodes: 0 all, 1 main, 2 a, 3 c, 4 b, 5 a.
  expect(tierSplit(profile, tree, 2)).toEqual([
    { tier: 'inlined', weight: 5 },
    { tier: 'unknown', weight: 1 },
  ])
  expect(tierSplit(profile, tree, 3)).toEqual([])
  expect(tierSplit(profile, tree, 4)).toEqual([{ tier: 'inlined', weight: 9 }])
  expect(tierSplit(profile, tree, 0)).toEqual([])
})
