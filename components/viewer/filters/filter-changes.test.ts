import { describe, expect, it } from 'vitest'
import type { FilterStep } from '../../../lib/profile/filters/filters.ts'
import {
  addFilter,
  setThreadFilter,
  setTimeFilter,
  getThreadFilter,
  getTimeFilter,
  moveFilter,
  removeFilter,
  switchFilter,
  toggleFilter,
  toggleFrameworks,
} from './filter-changes.ts'

const hideA: FilterStep = { type: 'hide', name: 'a' }
const hideB: FilterStep = { type: 'hide', name: 'b' }
const idle: FilterStep = { type: 'hide-idle' }

describe('a list of filters', () => {
  it('grows at its end, and takes each filter once', () => {
    expect(addFilter([hideA], hideB)).toEqual([hideA, hideB])
    expect(addFilter([hideA, hideB], hideA)).toEqual([hideA, hideB])
  })

  it('looks for idle threads before packages are chosen, which leaves no native frame to tell them', () => {
    const own: FilterStep = { type: 'only-packages', packages: ['com.acme'] }
    expect(addFilter([hideA, own, hideB], { type: 'hide-idle' })).toEqual([hideA, idle, own, hideB])
  })

  it('turns a filter on that is there but off', () => {
    expect(addFilter([{ ...hideA, off: true }, hideB], hideA)).toEqual([hideA, hideB])
  })

  it('has room for one choice of threads and one of packages', () => {
    const before: FilterStep[] = [{ type: 'threads', threads: ['x'] }, hideA]
    expect(addFilter(before, { type: 'threads', threads: ['y'] })).toEqual([{ type: 'threads', threads: ['y'] }, hideA])
  })

  it('turns one off and on where it stands', () => {
    const off = switchFilter([hideA, idle], 1)
    expect(off).toEqual([hideA, { ...idle, off: true }])
    expect(switchFilter(off, 1)).toEqual([hideA, idle])
  })

  it('moves one to another place, and loses none', () => {
    expect(moveFilter([hideA, hideB, idle], 0, 2)).toEqual([hideB, idle, hideA])
    expect(moveFilter([hideA, hideB, idle], 2, 0)).toEqual([idle, hideA, hideB])
    expect(removeFilter([hideA, hideB], 0)).toEqual([hideB])
  })

  it('toggles: without it when it is on, with it when it is off or missing', () => {
    expect(toggleFilter([hideA, idle], idle)).toEqual([hideA])
    expect(toggleFilter([hideA], idle)).toEqual([hideA, idle])
    expect(toggleFilter([{ ...idle, off: true }], idle)).toEqual([idle])
  })

  it('folds all frameworks, then none', () => {
    const folded = toggleFrameworks([hideA], ['spring', 'tomcat'])
    expect(folded).toEqual([
      hideA,
      { type: 'fold-framework', pack: 'spring', open: [] },
      { type: 'fold-framework', pack: 'tomcat', open: [] },
    ])
    expect(toggleFrameworks(folded, ['spring', 'tomcat'])).toEqual([hideA])
    expect(toggleFrameworks(folded.slice(0, 2), ['spring', 'tomcat'])).toEqual(folded)
  })

  it('keeps some threads, or all', () => {
    const kept = setThreadFilter([hideA], ['main', 'gc'])
    expect(getThreadFilter(kept)).toEqual(['main', 'gc'])
    expect(setThreadFilter(kept, [])).toEqual([hideA])
    expect(getThreadFilter(switchFilter(kept, 1))).toEqual([])
  })

  it('keeps a part of the time first of all, or the whole', () => {
    const kept = setTimeFilter([hideA], [100, 200])
    expect(kept[0]).toEqual({ type: 'time', fromMs: 100, toMs: 200 })
    expect(getTimeFilter(kept)).toEqual([100, 200])
    expect(setTimeFilter(kept, null)).toEqual([hideA])
  })
})
