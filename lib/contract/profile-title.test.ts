import { expect, test } from 'vitest'
import { sampleSummary } from '../testing/samples.ts'
import { profileHeadline, profileTitle } from './profile-title.ts'

const createdAt = Date.UTC(2026, 10, 23, 15, 40, 12)
const hotMethod = { name: 'shop.pricing.PriceRules.findWinningRule(int)', share: 0.93 }

test('a title says whose profile it is, what is hot, how long it is and when it was captured', () => {
  const imported = sampleSummary({ name: 'x.ss', hotMethod, durationMs: 20_040, createdAt })
  expect(profileTitle(imported)).toBe('x.ss: PriceRules.findWinningRule · 20 s · 2026-11-23 15:40 UTC')
  expect(profileTitle({ ...imported, durationMs: 8_010 })).toContain(' · 8 s · ')
  expect(profileTitle({ ...imported, durationMs: 125_400 })).toContain(' · 2 min 5 s · ')
  expect(profileTitle({ ...imported, event: 'alloc', hotMethod: null, durationMs: null })).toBe(
    'x.ss · Allocations · 2026-11-23 15:40 UTC',
  )
})

test('the hot method stands in a name once', () => {
  const name = 'before the fix of PriceRules.findWinningRule'
  expect(profileHeadline({ name, hotMethod })).toBe(name)
  expect(profileHeadline({ name: 'shop', hotMethod: null })).toBe('shop')
})
