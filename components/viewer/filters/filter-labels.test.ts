import { describe, expect, it } from 'vitest'
import { createGroupSearch } from '../../../lib/profile/search/group-search.ts'
import { describeFilter } from './filter-labels.ts'

describe('a filter in words', () => {
  it('says what it does, and to what', () => {
    expect(describeFilter({ type: 'hide', name: 'java.lang.Thread.run' })).toEqual({
      action: 'hide',
      subject: 'java.lang.Thread.run',
    })
    expect(describeFilter({ type: 'fold-framework', pack: 'spring', open: [] })).toEqual({
      action: 'fold',
      subject: 'Spring',
    })
    const search = createGroupSearch('package', 'shop.pricing')
    expect(describeFilter({ type: 'keep', search }).subject).toBe('package shop.pricing')
    expect(describeFilter({ type: 'hide-idle' })).toEqual({ action: 'hide idle', subject: '' })
    expect(describeFilter({ type: 'focus-path', path: ['abcde', 'fghij*50'] }).subject).toBe('51 deep')
  })

  it('counts threads, and names the first two', () => {
    expect(describeFilter({ type: 'threads', threads: ['main'] })).toEqual({ action: 'thread', subject: 'main' })
    expect(describeFilter({ type: 'threads', threads: ['a', 'b', 'c'] })).toEqual({
      action: '3 threads',
      subject: 'a, b …',
    })
  })

  it('says times as the heat map does, as exactly as both ends need', () => {
    expect(describeFilter({ type: 'time', fromMs: 12_000, toMs: 18_500 }).subject).toBe('12.0 to 18.5 s')
    expect(describeFilter({ type: 'time', fromMs: 1200, toMs: 1250 }).subject).toBe('1.20 to 1.25 s')
    expect(describeFilter({ type: 'time', fromMs: 50_000, toMs: 70_000 }).subject).toBe('0:50 to 1:10')
    expect(describeFilter({ type: 'time', fromMs: 1, toMs: 2.5 }).subject).toBe('0.001 to 0.003 s')
  })

  it('keeps a pack that this Hearth does not know by its id', () => {
    expect(describeFilter({ type: 'fold-framework', pack: 'later', open: [] }).subject).toBe('later')
  })
})
