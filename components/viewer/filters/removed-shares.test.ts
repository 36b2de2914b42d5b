import { describe, expect, it } from 'vitest'
import { buildCallTree } from '../../../lib/profile/tree/call-tree.ts'
import { profileFromDiagram } from '../../../lib/testing/profiles/text-graph.ts'
import { computeRemovedShares } from './removed-shares.ts'

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
