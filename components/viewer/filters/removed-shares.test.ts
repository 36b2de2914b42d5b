import { describe, expect, it } from 'vitest'
import { buildCallTree } from '../../../lib/profile/tree/call-tree.ts'
import { profileFromDiagram } from '../../../lib/testing/profiles/text-graph.ts'
import { computeRemovedOfPart, computeRemovedShares } from './removed-shares.ts'

const tree = buildCallTree(profileFromDiagram(`a\n6`))

describe('what filters take away', () => {
  it('is given for each that is on, and for all together', () => {
    const filters = [
      { type: 'hide-idle' },
      { type: 'hide', name: 'x', off: true },
      { type: 'drop', name: 'y' },
    ] as const
    // The split by thread comes last and is no filter of the list.
    expect(computeRemovedShares({ removed: [1, 3, 0], tree }, filters)).toEqual({
      byFilter: [0.1, null, 0.3],
      all: 0.4,
    })
  })

  it('is nothing of nothing', () => {
    expect(computeRemovedShares({ removed: [], tree: buildCallTree(profileFromDiagram(`a\n0`)) }, [])).toEqual({
      byFilter: [],
      all: 0,
    })
  })
})

describe('what filters take away of a part of a recording', () => {
  const early = { type: 'time', fromMs: 0, toMs: 5 } as const
  const web = { type: 'threads', threads: ['web'] } as const
  const hideIdle = { type: 'hide-idle' } as const

  it('does not count the times and threads that choose the part', () => {
    expect(computeRemovedOfPart({ byFilter: [0.45] }, [early])).toBe(0)
    const filters = [early, web, { ...hideIdle, off: true }] as const
    expect(computeRemovedOfPart({ byFilter: [0.25, 0.25, null] }, filters)).toBe(0)
  })

  it('is a share of the part', () => {
    expect(computeRemovedOfPart({ byFilter: [0.5, 0.25] }, [early, hideIdle])).toBe(0.5)
  })

  it('is nothing of a part without weight', () => {
    expect(computeRemovedOfPart({ byFilter: [1, 0] }, [early, hideIdle])).toBe(0)
  })
})
