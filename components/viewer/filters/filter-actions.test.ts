import { describe, expect, it } from 'vitest'
import { buildCallTree } from '../../../lib/profile/tree/call-tree.ts'
import { applyFilters, type FilterStep } from '../../../lib/profile/filters/filters.ts'
import type { Profile } from '../../../lib/profile/model/profile.ts'
import { defaultView, listViewFilters } from '../../../lib/profile/view/view.ts'
import { profileFromDiagram } from '../../../lib/testing/profiles/text-graph.ts'
import { filterActions, applyFilterAction, type FilterAction } from './filter-actions.ts'
import { describePointedFrame } from './frame-filters.ts'

const profile = profileFromDiagram(`
  com.acme.Main.main              com.acme.Main.main
  org.springframework.A.run       org.springframework.A.run
  org.springframework.B.run       com.acme.Shop.sell
  com.acme.Shop.sell              memcpy_[n]
  3                               1
`)

const threaded = profileFromDiagram(`
  start_thread_[n]
  JavaThread::run_[v]
  Thread.run
`)

interface FilteredProfile extends Profile {
  readonly tree: ReturnType<typeof buildCallTree>
}

function draw(filters: readonly FilterStep[], invert = false): FilteredProfile {
  const shown = applyFilters(profile, listViewFilters({ ...defaultView, filters, invert }))
  return { ...shown, tree: buildCallTree(shown) }
}

function act(action: FilterAction, name: string, filters: readonly FilterStep[] = [], invert = false) {
  const model = draw(filters, invert)
  const node = Array.from(model.tree.frame).findIndex((frame) => model.strings[model.frames.name[frame] ?? -1] === name)
  return applyFilterAction(action, {
    view: { ...defaultView, filters, invert },
    model,
    frame: describePointedFrame(model, Math.max(0, node)),
    ownPackages: ['com.acme'],
    packs: ['spring'],
  })
}

describe('what can be done with a frame', () => {
  it.each([
    ['focus', { type: 'focus', name: 'com.acme.Shop.sell' }],
    ['show-from', { type: 'show-from', name: 'com.acme.Shop.sell' }],
    ['hide', { type: 'hide', name: 'com.acme.Shop.sell' }],
    ['drop', { type: 'drop', name: 'com.acme.Shop.sell' }],
    ['collapse-package', { type: 'collapse-package', name: 'com.acme' }],
  ] as const)('%s makes a filter of its function or its package', (action, filter) => {
    expect(act(action, 'com.acme.Shop.sell')).toEqual({ filters: [filter] })
  })

  it('nothing but the whole has no function', () => {
    for (const action of ['focus', 'focus-path', 'show-from', 'hide', 'drop', 'collapse-package'] as const) {
      expect(act(action, 'not there')).toBeNull()
    }
  })

  it('focuses on one place, in an inverted graph too', () => {
    const upright = act('focus-path', 'memcpy')
    expect(draw(upright!.filters!).tree.total[0]).toBe(1)
    const inverted = act('focus-path', 'org.springframework.B.run', [], true)
    expect(inverted!.invert).toBe(false)
    expect(draw(inverted!.filters!).tree.total[0]).toBe(3)
  })

  it('folds the framework of a frame, opens its box in place, and folds it again', () => {
    const folded = act('expand', 'org.springframework.A.run')!.filters!
    expect(folded).toEqual([{ type: 'fold-framework', pack: 'spring', open: [] }])
    const opened = act('expand', 'Spring', folded)!.filters!
    expect(opened[0]).toMatchObject({ open: [expect.any(String)] })
    expect(act('expand', 'org.springframework.A.run', opened)).toEqual({ filters: folded })
  })

  it('opens a collapsed package by taking its filter away', () => {
    const collapsed = act('collapse-package', 'org.springframework.A.run')!.filters!
    expect(act('expand', 'org.springframework (collapsed)', collapsed)).toEqual({ filters: [] })
  })

  it('opens the folded base and folds it again; its box is no function', () => {
    const shown = applyFilters(threaded, [{ type: 'fold-base' }])
    const act = (action: FilterAction, shown: Profile, node: number, base: 'folded' | 'open') => {
      const model = { ...shown, tree: buildCallTree(shown) }
      const frame = describePointedFrame(model, node)
      return applyFilterAction(action, {
        ...{ view: { ...defaultView, base }, model, frame },
        ...{ ownPackages: [], packs: [] },
      })
    }
    expect(act('expand', shown, 1, 'folded')).toEqual({ base: 'open' })
    for (const node of [1, 2]) expect(act('expand', threaded, node, 'open')).toEqual({ base: 'folded' })
    expect(act('expand', threaded, 3, 'open')).toBeNull()
    const view = { ...defaultView, invert: true, filters: [{ type: 'invert' }] } as const
    const twice = applyFilters(threaded, listViewFilters(view))
    const model = { ...twice, tree: buildCallTree(twice) }
    const context = { view, model, frame: describePointedFrame(model, 1), ownPackages: [], packs: [] }
    expect(applyFilterAction('expand', context)).toEqual({ base: 'open' })
    for (const action of ['focus', 'show-from', 'hide', 'drop'] as const) {
      expect(act(action, shown, 1, 'folded')).toBeNull()
    }
  })

  it('has a toggle for all that needs no frame', () => {
    for (const action of ['fold-frameworks', 'fold-direct', 'fold-indirect', 'my-packages', 'hide-idle'] as const) {
      const on = act(action, 'not there')!.filters!
      expect(on).toHaveLength(1)
      expect(act(action, 'not there', on)).toEqual({ filters: [] })
    }
  })

  it('is total: every action on every frame gives filters that can be applied, or says no', () => {
    const model = draw([])
    for (const action of filterActions) {
      for (let node = 0; node < model.tree.length; node++) {
        const context = {
          view: defaultView,
          model,
          frame: describePointedFrame(model, node),
          ownPackages: [],
          packs: [],
        }
        const steps = applyFilterAction(action, context)
        if (steps) expect(draw(steps.filters ?? []).tree.total[0]).toBeGreaterThanOrEqual(0)
      }
    }
  })
})
