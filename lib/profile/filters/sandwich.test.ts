import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printTree, profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { anyProfile } from '../../testing/profiles/random-profile.ts'
import { buildCallTree } from '../tree/call-tree.ts'
import { findBadColumn } from '../encoding/encode.ts'
import { totalWeight } from '../model/stack-weights.ts'
import { framesNamed, stacksHolding } from './frame-masks.ts'
import type { Profile } from '../model/profile.ts'
import { buildSandwich } from './sandwich.ts'

const printed = (profile: Profile) => printTree(profile, buildCallTree(profile)).split('\n')

describe('the sandwich of a function', () => {
  const web = profileFromDiagram(`
    main main main other f
    a    b    f    .     .
    f    f    a    .     .
    x    .    f    .     .
    1    2    4    8     16
  `)

  test('has its callers and its callees, each sample once by the outermost occurrence', () => {
    const { callers, callees } = buildSandwich(web, 'f')
    expect(printed(callers)).toEqual([
      'all 23',
      '  f 23 self 16',
      '    a 1',
      '      main 1 self 1',
      '    b 2',
      '      main 2 self 2',
      '    main 4 self 4',
    ])
    expect(printed(callees)).toEqual(['all 23', '  f 23 self 18', '    a 4', '      f 4 self 4', '    x 1 self 1'])
  })

  test('of a name that frames of several kinds have is one', () => {
    const { callers, callees } = buildSandwich(profileFromDiagram('main main_[k]\nread read_[k]\na b'), 'read')
    expect(printed(callers)).toEqual(['all 2', '  read 2', '    main 1 self 1', '    main 1 self 1'])
    expect(printed(callees)).toEqual(['all 2', '  read 2', '    a 1 self 1', '    b 1 self 1'])
  })

  test('of a function that no frame has is empty', () => {
    const { callers, callees } = buildSandwich(web, 'g')
    expect([totalWeight(callers), totalWeight(callees)]).toEqual([0, 0])
  })

  test('law: both sides have the weight of the stacks that hold the function, and node 1 is the function', () => {
    fc.assert(
      fc.property(anyProfile, fc.constantFrom('a', 'b', '__proto__', ''), (profile, name) => {
        const { callers, callees } = buildSandwich(profile, name)
        const holds = stacksHolding(profile, framesNamed(profile, name))
        const { stack, weight } = profile.samples
        const expected = weight.reduce((sum, weight, sample) => sum + (holds[stack[sample]!] === 1 ? weight : 0), 0)
        for (const side of [callers, callees]) {
          expect(findBadColumn(side)).toBeNull()
          const tree = buildCallTree(side)
          expect(tree.total[0]).toBe(expected)
          if (expected === 0) continue
          expect(side.strings[side.frames.name[tree.frame[1]!]!]).toBe(name)
          expect(tree.end[1]).toBe(tree.length)
        }
      }),
      { seed: 51, numRuns: 500 },
    )
  })
})
