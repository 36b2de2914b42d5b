import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildCallTree } from '../../../lib/profile/tree/call-tree.ts'
import { applyFilters, type Filter } from '../../../lib/profile/filters/filters.ts'
import type { Profile } from '../../../lib/profile/model/profile.ts'
import { profileFromDiagram } from '../../../lib/testing/profiles/text-graph.ts'
import { anyProfile } from '../../../lib/testing/profiles/random-profile.ts'
import { findNodeInNewTree } from './use-keep-position.ts'

const profile = profileFromDiagram(`
  main  main
  run   run
  work  idle
  sum   .
`)
const named = (shown: Profile) => ({ ...shown, tree: buildCallTree(shown) })
const whole = named(profile)
const nodeOf = ({ tree, frames, strings }: typeof whole, name: string) =>
  Array.from(tree.frame).findIndex((frame) => strings[frames.name[frame] ?? -1] === name)

function follow(name: string, filter: Filter): string {
  const shown = named(applyFilters(profile, [filter]))
  const frame = shown.tree.frame[findNodeInNewTree(whole, nodeOf(whole, name), shown)]!
  return frame < 0 ? 'all' : shown.strings[shown.frames.name[frame]!]!
}

describe('a node under other filters', () => {
  it('is found where callers were hidden or cut off', () => {
    expect(follow('sum', { type: 'hide', name: 'run' })).toBe('sum')
    expect(follow('sum', { type: 'focus', name: 'work' })).toBe('sum')
    expect(follow('sum', { type: 'show-from', name: 'run' })).toBe('sum')
  })

  it('is the last that is left on its way when it is gone itself', () => {
    expect(follow('sum', { type: 'hide', name: 'sum' })).toBe('work')
    expect(follow('sum', { type: 'drop', name: 'work' })).toBe('run')
    expect(follow('sum', { type: 'drop', name: 'main' })).toBe('all')
  })

  it('goes from the box of a framework to its first frame, and back to the box', () => {
    const spring = profileFromDiagram(`
      main
      org.springframework.A.run
      org.springframework.B.run
      sell
    `)
    const open = named(spring)
    const folded = named(applyFilters(spring, [{ type: 'fold-framework', pack: 'spring', open: [] }]))
    expect(findNodeInNewTree(folded, nodeOf(folded, 'Spring'), open)).toBe(nodeOf(open, 'org.springframework.A.run'))
    expect(findNodeInNewTree(open, nodeOf(open, 'org.springframework.B.run'), folded)).toBe(nodeOf(folded, 'Spring'))
  })

  it('is itself in the same tree', () => {
    fc.assert(
      fc.property(anyProfile, (random) => {
        const model = named(random)
        for (let node = 0; node < model.tree.length; node++) expect(findNodeInNewTree(model, node, model)).toBe(node)
      }),
    )
  })
})
