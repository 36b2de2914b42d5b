import { describe, expect, it } from 'vitest'
import { defaultView } from '../../../lib/profile/view/view.ts'
import {
  toggleInvert,
  leaveTimeOrder,
  nextComparison,
  sortBy,
  toggleByThread,
  toggleTab,
  toggleOrientation,
} from './view-changes.ts'

const zoomed = { ...defaultView, zoom: ['abcde'], selected: ['abcde'], range: [0, 0.5] as const, row: 3 }
const top = { zoom: [], selected: [], range: null, row: null }

describe('a change of the view', () => {
  it('keeps the place where the tree is the same, or it can be found in the other one', () => {
    expect(toggleInvert(zoomed)).toEqual({ invert: true, range: null, row: null })
    expect(toggleByThread(zoomed)).toEqual({ byThread: true, range: null, row: null })
    expect(toggleOrientation(zoomed)).toEqual({ orientation: 'icicle', row: null })
    expect(sortBy(zoomed, 'weight')).toEqual({ sort: 'weight', range: null, row: null })
  })

  it('to the order of time splits by thread, and back starts from the top', () => {
    expect(sortBy(zoomed, 'time')).toEqual({ sort: 'time', byThread: true, ...top })
    expect(sortBy({ ...zoomed, sort: 'time' }, 'name')).toEqual({ sort: 'name', ...top })
    expect(toggleByThread({ ...zoomed, sort: 'time', byThread: true })).toEqual({
      sort: 'name',
      byThread: false,
      ...top,
    })
  })

  it('leaves the order of time, and only that, for a comparison', () => {
    expect(leaveTimeOrder({ ...zoomed, sort: 'time' })).toEqual({ sort: 'name', ...top })
    expect(leaveTimeOrder({ ...zoomed, sort: 'weight' })).toEqual({})
  })

  it('goes to a tab and back to the graph', () => {
    expect(toggleTab(defaultView, 'table')).toEqual({ tab: 'table' })
    expect(toggleTab({ ...defaultView, tab: 'table' }, 'table')).toEqual({ tab: 'graph' })
  })

  it('goes through the ways to compare and comes back to the first', () => {
    const seen: string[] = []
    let view = defaultView
    for (let step = 0; step < 5; step++) {
      view = { ...view, ...nextComparison(view) }
      seen.push(view.comparison.mode === 'side' ? 'side' : view.comparison.width)
    }
    expect(seen).toEqual(['before', 'union', 'changed', 'side', 'after'])
    // Chosen now, so that the page takes no other.
    expect(view).toEqual({ ...defaultView, comparison: { ...defaultView.comparison, isWidthChosen: true } })
  })
})
