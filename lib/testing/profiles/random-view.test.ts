import { describe, expect, test } from 'vitest'
import { buildCallTree } from '../../profile/tree/call-tree.ts'
import { applyFilters } from '../../profile/filters/filters.ts'
import { totalWeight } from '../../profile/model/stack-weights.ts'
import { findNodeByPath } from '../../profile/tree/path-keys.ts'
import { listViewFilters } from '../../profile/view/view.ts'
import { randomView } from './random-view.ts'
import { shopProfile } from './shop-profile.ts'

describe('randomView', () => {
  const shop = shopProfile()
  const views = Array.from({ length: 200 }, (_, seed) => randomView(shop, seed))

  test('is the same for the same seed', () => {
    expect(randomView(shop, 7)).toEqual(views[7])
    expect(new Set(views.map((view) => JSON.stringify(view))).size).toBe(views.length)
  })

  test('leaves something of the profile, and zooms and selects what is there', () => {
    for (const view of views) {
      const filtered = applyFilters(shop, listViewFilters(view))
      const tree = buildCallTree(filtered)
      expect(totalWeight(filtered)).toBeGreaterThan(0)
      for (const path of [view.zoom, view.selected]) {
        if (view.sort === 'time') expect(parseInt(path[0]?.replace(/^-+/, '') ?? '0', 36)).toBeLessThan(tree.length)
        else expect(findNodeByPath(filtered, tree, path).missing).toBe(0)
      }
    }
  })

  test('has every type of filter somewhere', () => {
    const types = new Set(views.flatMap(({ filters }) => filters.map(({ type }) => type)))
    expect([...types].sort()).toEqual(
      [
        ...['by-thread', 'collapse-module', 'collapse-package', 'drop', 'focus', 'focus-path', 'fold-framework'],
        ...['fold-recursion', 'hide', 'hide-idle', 'invert', 'keep', 'only-packages', 'show-from', 'strip-lines'],
        ...['threads', 'time'],
      ].sort(),
    )
    expect(views.some(({ filters }) => filters.some(({ off }) => off === true))).toBe(true)
    expect(
      views.some(({ filters }) => filters.some((step) => step.type === 'fold-framework' && step.open.length > 0)),
    ).toBe(true)
  })
})
