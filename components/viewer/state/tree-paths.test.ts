import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildCallTree } from '../../../lib/profile/tree/call-tree.ts'
import { isPathKey } from '../../../lib/profile/tree/path-keys.ts'
import { buildFlameChart } from '../../../lib/profile/tree/time-ordered-tree.ts'
import { anyProfile } from '../../../lib/testing/profiles/random-profile.ts'
import { findNodeByViewPath, getViewPath } from './tree-paths.ts'

describe('the place of a node in a view', () => {
  it('leads back to the node, in the order of time too, and can stand in a link', () => {
    fc.assert(
      fc.property(anyProfile, fc.constantFrom('name', 'weight', 'time'), (profile, sort) => {
        const tree = sort === 'time' ? buildFlameChart(profile).tree : buildCallTree(profile, { sort })
        const model = { ...profile, tree }
        for (let node = 0; node < tree.length; node++) {
          const path = getViewPath(model, sort, node)
          expect(path.every(isPathKey)).toBe(true)
          expect(findNodeByViewPath(model, sort, path)).toEqual({ node, missing: 0 })
        }
      }),
    )
  })

  it('says so when a link is of another recording', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const model = { ...profile, tree: buildFlameChart(profile).tree }
        expect(findNodeByViewPath(model, 'time', ['zzzzz'])).toEqual({ node: 0, missing: 1 })
      }),
    )
  })
})
