import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FilterStep } from '../../../lib/profile/filters/filters.ts'
import { defaultView, type ViewState } from '../../../lib/profile/view/view.ts'
import { anyKeepingFilter, anyRemovingFilter } from '../../../lib/testing/profiles/arbitrary-view.ts'
import {
  haveDifferentFilters,
  changeCommonFilters,
  changeFilters,
  changeTimeRange,
  listCommonFilters,
  listSideFilters,
} from './side-filters.ts'
import { sides } from './side.ts'

const hideIdle = { type: 'hide-idle' } as const
const hide = { type: 'hide', name: 'a' } as const
const web = { type: 'threads', threads: ['web'] } as const
const gc = { type: 'threads', threads: ['gc'] } as const
const early = { type: 'time', fromMs: 0, toMs: 5 } as const
const late = { type: 'time', fromMs: 5, toMs: 10 } as const

const viewOf = (filters: readonly FilterStep[], baselineFilters: readonly FilterStep[] | null = null): ViewState => ({
  ...defaultView,
  filters,
  comparison: { ...defaultView.comparison, baselineFilters },
})
const listsAfter = (view: ViewState, change: Partial<ViewState>) => {
  const changed = { ...view, ...change }
  return [listSideFilters(changed, 'before'), listSideFilters(changed, 'after')]
}

describe('filters of two sides', () => {
  test('are one list until a side has a time or threads of its own', () => {
    const view = viewOf([hideIdle])
    expect(sides.map((side) => listSideFilters(view, side))).toEqual([[hideIdle], [hideIdle]])
    const change = changeFilters(view, 'before', [hideIdle, web])
    expect(listsAfter(view, change)).toEqual([[web, hideIdle], [hideIdle]])
    expect(change.comparison?.baselineFilters).toEqual([web, hideIdle])
  })

  test('are one list again when both sides have the same', () => {
    const view = viewOf([web, hideIdle], [gc, hideIdle])
    expect(changeFilters(view, 'before', [hideIdle, web]).comparison?.baselineFilters).toBeNull()
  })

  test('of a function go to the other side too, and leave its threads alone', () => {
    const view = viewOf([web], [gc])
    expect(listsAfter(view, changeFilters(view, 'after', [web, hide]))).toEqual([
      [gc, hide],
      [web, hide],
    ])
    expect(listsAfter(view, changeCommonFilters(view, [hideIdle]))).toEqual([
      [gc, hideIdle],
      [web, hideIdle],
    ])
  })

  test('that a link made different stay so, until they are changed in common', () => {
    const view = viewOf([hide], [hideIdle])
    expect(haveDifferentFilters(view)).toBe(true)
    expect(listsAfter(view, changeFilters(view, 'after', [hide, web]))).toEqual([[hideIdle], [web, hide]])
    expect(listsAfter(view, changeCommonFilters(view, listCommonFilters(view)))).toEqual([[hide], [hide]])
  })

  test('give both the same offset in their recordings, or each its own', () => {
    const view = viewOf([hideIdle])
    expect(listsAfter(view, changeTimeRange(view, sides, [0, 5]))).toEqual([
      [early, hideIdle],
      [early, hideIdle],
    ])
    const apart = { ...view, ...changeTimeRange(view, ['before'], [0, 5]) }
    expect(listsAfter(apart, changeTimeRange(apart, ['after'], [5, 10]))).toEqual([
      [early, hideIdle],
      [late, hideIdle],
    ])
    expect(listsAfter(apart, changeTimeRange(apart, sides, null))).toEqual([[hideIdle], [hideIdle]])
  })

  test('law: whatever one side changes, the filters of both are alike but for time and threads', () => {
    const anyList = fc.array(fc.oneof(anyKeepingFilter, anyRemovingFilter), { maxLength: 5 })
    fc.assert(
      fc.property(anyList, fc.constantFrom(...sides), anyList, (first, side, second) => {
        const view = viewOf(first)
        const changed = { ...view, ...changeFilters(view, side, second) }
        expect(haveDifferentFilters(changed)).toBe(false)
        expect(new Set(listSideFilters(changed, side))).toEqual(new Set(second))
      }),
      { seed: 32, numRuns: 300 },
    )
  })
})
