import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { profileFromPicture } from '../testing/picture.ts'
import { anyProfile } from '../testing/random-profile.ts'
import { buildCallTree } from './call-tree.ts'
import { functionTable } from './function-table.ts'
import { type Profile } from './profile.ts'

function rowsOf(profile: Profile, from = 0): string[] {
  const { length, frame, self, total } = functionTable(buildCallTree(profile), profile.frames.length, from)
  return Array.from(
    { length },
    (_, row) => `${profile.strings[profile.frames.name[frame[row]!]!]} ${self[row]} ${total[row]}`,
  )
}

describe('functionTable', () => {
  const recursive = profileFromPicture(`
    main main main
    a    a    b
    b    .    a
    a    .    .
    5    1    3
  `)

  test('counts a stack once in the total of a function that calls itself', () => {
    expect(rowsOf(recursive)).toEqual(['a 9 9', 'main 0 9', 'b 0 8'])
  })

  test('counts only what is under a node', () => {
    expect(rowsOf(recursive, 2)).toEqual(['a 6 6', 'b 0 5'])
  })

  test('law: selfs add up to all stacks, no total is above all', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const tree = buildCallTree(profile)
        const { self, total } = functionTable(tree, profile.frames.length)
        expect(self.reduce((sum, weight) => sum + weight, 0)).toBe(tree.total[0]! - tree.self[0]!)
        for (const weight of total) expect(weight).toBeLessThanOrEqual(tree.total[0]!)
      }),
      { seed: 13, numRuns: 200 },
    )
  })
})
