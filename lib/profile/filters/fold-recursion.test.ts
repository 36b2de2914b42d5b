import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printTree, profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { anyProfile } from '../../testing/profiles/random-profile.ts'
import { buildCallTree } from '../tree/call-tree.ts'
import { foldAllRecursion, foldDirectRecursion } from './fold-recursion.ts'
import type { Profile } from '../model/profile.ts'

const visitors = profileFromDiagram(`
  main   main   main   main
  visit  visit  visit  visit
  visit  accept accept accept
  leaf   visit  visit  other
  .      accept visit  visit
  .      leaf   .      leaf
  1      2      4      8
`)
const printed = (profile: Profile) => printTree(profile, buildCallTree(profile)).split('\n')

describe('folded recursion', () => {
  test('direct: a frame right under itself is drawn once', () => {
    expect(printed(foldDirectRecursion(visitors))).toEqual([
      'all 15',
      '  main 15',
      '    visit 15',
      '      accept 14',
      '        other 8',
      '          visit 8',
      '            leaf 8 self 8',
      '        visit 6 self 4',
      '          accept 2',
      '            leaf 2 self 2',
      '      leaf 1 self 1',
    ])
  })

  test('with others between: the way back to a frame is left out', () => {
    expect(printed(foldAllRecursion(visitors))).toEqual([
      'all 15',
      '  main 15',
      '    visit 15 self 4',
      '      accept 2',
      '        leaf 2 self 2',
      '      leaf 9 self 9',
    ])
  })

  test('law: with others between, it is what one gets stack by stack', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const folded = foldAllRecursion(profile)
        for (let sample = 0; sample < profile.samples.length; sample++) {
          expect(framesOf(folded, sample)).toEqual(foldByHand(framesOf(profile, sample)))
        }
      }),
      { seed: 21, numRuns: 500 },
    )
  })

  test('law: where nothing recurses, both keep the tree', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const once = foldAllRecursion(profile)
        expect(buildCallTree(foldAllRecursion(once))).toEqual(buildCallTree(once))
        expect(buildCallTree(foldDirectRecursion(once))).toEqual(buildCallTree(once))
      }),
      { seed: 22, numRuns: 200 },
    )
  })
})

function framesOf({ stacks, samples }: Profile, sample: number): number[] {
  const frames: number[] = []
  for (let stack = samples.stack[sample]!; stack >= 0; stack = stacks.parent[stack]!) frames.push(stacks.frame[stack]!)
  return frames.reverse()
}

function foldByHand(frames: readonly number[]): number[] {
  const folded: number[] = []
  for (const frame of frames) {
    const at = folded.indexOf(frame)
    if (at >= 0) folded.length = at + 1
    else folded.push(frame)
  }
  return folded
}
