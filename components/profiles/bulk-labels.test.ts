import { expect, it } from 'vitest'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { sampleSummary } from '../../lib/testing/samples.ts'
import { formatBulkResult } from './bulk-change.ts'
import { applyChanges } from './shown-library.ts'

const one = sampleSummary({ id: '1'.repeat(32), name: 'before' })
const other = sampleSummary({ id: '2'.repeat(32), name: 'after', pinned: true })

it('says what was done, by name or by number', () => {
  expect(formatBulkResult({ action: 'delete' }, [one], [])).toEqual({ text: 'Deleted “before”.' })
  expect(formatBulkResult({ action: 'add-label', label: 'slow' }, [one, other], [])).toEqual({
    text: 'Labelled 2 profiles “slow”.',
  })
})

it('names one as its row in the library does', () => {
  const made = { event: 'alloc', hotMethod: null, captureId: 'c'.repeat(32), service: 'shop', name: 'shop alloc 5 s' }
  const at = { createdAt: Date.UTC(2026, 10, 23, 15, 40, 12), capturedAt: Date.UTC(2026, 10, 23, 15, 40, 12) }
  const textOf = (more: Partial<ProfileSummary>) =>
    formatBulkResult({ action: 'delete' }, [sampleSummary({ ...made, ...at, ...more })], []).text
  expect(textOf({})).toBe('Deleted “Allocations, 2026-11-23 15:40:12 UTC”.')
  const hotMethod = { name: 'shop.pricing.PriceRules.findWinningRule(int)', share: 0.93 }
  expect(textOf({ hotMethod, event: 'cpu', name: 'shop: PriceRules.findWinningRule' })).toBe(
    'Deleted “PriceRules.findWinningRule”.',
  )
  expect(textOf({ name: 'before the fix' })).toBe('Deleted “before the fix”.')
})

it('says what was kept because it is pinned', () => {
  expect(formatBulkResult({ action: 'delete' }, [one], [other])).toEqual({
    text: 'Deleted “before”.',
    more: '“after” is pinned and kept: unpin first.',
  })
  expect(formatBulkResult({ action: 'delete' }, [], [other]).text).toBe('Nothing was deleted.')
})

it('says which had no room for one more label', () => {
  expect(formatBulkResult({ action: 'add-label', label: 'slow' }, [one], [other])).toEqual({
    text: 'Labelled “before” “slow”.',
    more: '“after” has 20 labels already, and no room for one more.',
  })
  expect(formatBulkResult({ action: 'add-label', label: 'slow' }, [], [one, other])).toEqual({
    text: 'Nothing was labelled.',
    more: '2 profiles have 20 labels already, and no room for one more.',
  })
})

it('says so when all were as they should be already', () => {
  expect(formatBulkResult({ action: 'pin' }, [], [])).toEqual({ text: 'Nothing was left to change.' })
})

it('lays confirmed changes over a list: renamed where it stood, deleted gone', () => {
  const renamed = { ...one, name: 'renamed' }
  const changes = new Map([
    [one.id, renamed],
    [other.id, { ...other, deletedAt: 5 }],
  ])
  expect(applyChanges([one, other], changes, false)).toEqual([renamed])
  expect(applyChanges([one, other], changes, true)).toEqual([{ ...other, deletedAt: 5 }])
})
