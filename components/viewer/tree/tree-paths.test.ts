import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildCallTree } from '../../../lib/profile/tree/call-tree.ts'
import { isPathKey } from '../../../lib/profile/tree/path-keys.ts'
import { buildFlameChart } from '../../../lib/profile/tree/time-ordered-tree.ts'
import { applyFilters } from '../../../lib/profile/filters/filters.ts'
import { profileFromDiagram } from '../../../lib/testing/profiles/text-graph.ts'
import { anyProfile } from '../../../lib/testing/profiles/random-profile.ts'
import { findNodeByViewPath, getViewPath } from './tree-paths.ts'

describe('the path of a node in a view', () => {
  it('leads back to the node, in a flame chart too, and can stand in a link', () => {
    fc.assert(
      fc.property(anyProfile, fc.constantFrom('name', 'weight', 'time'), (profile, sort) => {
        const tree = sort === 'time' ? buildFlameChart(profile).tree : buildCallTree(profile, { sort })
        const model = { ...profile, tree, chartThreads: [] }
        for (let node = 0; node < tree.length; node++) {
          const path = getViewPath(model, sort, node)
          expect(path.every(isPathKey)).toBe(true)
          expect(findNodeByViewPath(model, sort, path)).toEqual({ node, missing: 0 })
        }
      }),
    )
  })

  it('of a flame chart begins at its first thread', () => {
    const profile = applyFilters(profileFromDiagram('one>a two>b\n1 5'), [{ type: 'by-thread' }])
    const { tree } = buildFlameChart(profile)
    const model = { ...profile, tree, chartThreads: [3, 1] }
    const two = 3
    expect(findNodeByViewPath(model, 'time', [])).toEqual({ node: two, missing: 0 })
    expect(findNodeByViewPath(model, 'time', ['ZZZZZ'])).toEqual({ node: two, missing: 1 })
    expect(findNodeByViewPath(model, 'time', getViewPath(model, 'time', 1))).toEqual({ node: 1, missing: 0 })
  })

  it('says so when a link is of another recording', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const model = { ...profile, tree: buildFlameChart(profile).tree, chartThreads: [] }
        expect(findNodeByViewPath(model, 'time', ['ZZZZZ'])).toEqual({ node: 0, missing: 1 })
        // Of a chart without time on x, where nodes had other numbers.
        expect(findNodeByViewPath(model, 'time', ['00001'])).toEqual({ node: 0, missing: 1 })
      }),
    )
  })
})
