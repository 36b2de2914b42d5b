import { describe, expect, test, vi } from 'vitest'
import { defaultView } from '../../../../lib/profile/view/view.ts'
import { createPaneChange, toPaneView } from './use-side-panes.ts'

const here = { path: ['AAAAA'], node: 1, missing: 0, absent: [] }
const absent = { path: ['AAAAA'], node: 1, missing: 1, absent: ['gone'] }
const shared = {
  ...defaultView,
  zoom: ['AAAAA', 'BBBBB'],
  selected: ['AAAAA', 'BBBBB'],
  range: [0.2, 0.4],
  filters: [{ type: 'hide-idle' }],
  comparison: { ...defaultView.comparison, baselineFilters: [] },
} as const

describe('viewOfPane', () => {
  test('has its own filters and its own names', () => {
    const { zoom, filters, range } = toPaneView(shared, 'before', { zoom: here, selected: here })
    expect({ zoom, filters, range }).toEqual({ zoom: ['AAAAA'], filters: [], range: [0.2, 0.4] })
    expect(toPaneView(shared, 'after', { zoom: here, selected: here }).filters).toEqual([{ type: 'hide-idle' }])
  })

  test('shows all of the caller, and selects nothing, where the place is absent', () => {
    const { zoom, range, selected } = toPaneView(shared, 'before', { zoom: absent, selected: absent })
    expect({ zoom, range, selected }).toEqual({ zoom: ['AAAAA'], range: null, selected: [] })
  })

  test('keeps a selection that neither side has: filters may bring it back, or the page follows it', () => {
    const lost = { ...absent, path: shared.selected, absent: [] }
    expect(toPaneView(shared, 'before', { zoom: here, selected: lost }).selected).toBe(shared.selected)
  })
})

describe('changeOfPane', () => {
  test('changes the shared view, its own filters included', () => {
    const change = vi.fn()
    const paneChange = createPaneChange(() => shared, change, 'before')
    paneChange({ zoom: [] }, 'push')
    expect(change).toHaveBeenLastCalledWith({ zoom: [] }, 'push')
    paneChange({ filters: [{ type: 'threads', threads: ['web'] }] }, 'push')
    expect(change).toHaveBeenLastCalledWith(
      {
        filters: [{ type: 'hide-idle' }],
        comparison: { ...shared.comparison, baselineFilters: [{ type: 'threads', threads: ['web'] }] },
      },
      'push',
    )
  })
})
