import { expect, test } from 'vitest'
import { sampleSummary } from '../testing/samples.ts'
import {
  datedHeadline,
  formatMomentNear,
  formatMomentRange,
  givenName,
  makeUpName,
  restoreName,
  nameWithoutCapture,
  profileHeadline,
  profileLabel,
  profileName,
  profileTitle,
  rowName,
  subjectOf,
} from './profile-title.ts'

const createdAt = Date.UTC(2026, 10, 23, 15, 40, 12)
const hotMethod = { name: 'shop.pricing.PriceRules.findWinningRule(int)', share: 0.93 }
const captureId = 'c'.repeat(32)

test('a title says whose profile it is, what is hot, how long it is and when it was captured', () => {
  const imported = sampleSummary({ name: 'x.ss', hotMethod, durationMs: 20_040, createdAt })
  expect(profileTitle(imported)).toBe('x.ss: PriceRules.findWinningRule · 20 s · 2026-11-23 15:40 UTC')
  expect(profileTitle({ ...imported, durationMs: 8_010 })).toContain(' · 8 s · ')
  expect(profileTitle({ ...imported, durationMs: 125_400 })).toContain(' · 2 min 5 s · ')
  expect(profileTitle({ ...imported, event: 'alloc', hotMethod: null, durationMs: null })).toBe(
    'x.ss · Allocations · 2026-11-23 15:40 UTC',
  )
})

test('what does not say when it was captured is called by when it was added', () => {
  const imported = sampleSummary({ name: 'x.ss', capturedAt: null, createdAt })
  expect(profileTitle(imported)).toBe('x.ss · added 2026-11-23 15:40 UTC')
  expect(datedHeadline(imported)).toBe('x.ss, added 2026-11-23 15:40 UTC')
  expect(datedHeadline({ ...imported, capturedAt: 0 })).toBe('x.ss, 1970-01-01 00:00 UTC')
  expect(datedHeadline({ ...imported, capturedAt: 12_000 }, true)).toBe('x.ss, 1970-01-01 00:00:12 UTC')
})

test('a row is titled by what its other cells do not say', () => {
  const captured = sampleSummary({
    service: 'shop',
    captureId,
    createdAt,
    capturedAt: createdAt,
    name: 'shop cpu 30 s',
  })
  expect(rowName(captured, createdAt)).toBe('CPU, 15:40:12 UTC')
  expect(rowName({ ...captured, capturedAt: null }, 0)).toBe('CPU, added 2026-11-23 15:40:12 UTC')
  expect(rowName({ ...captured, hotMethod }, createdAt)).toBe('PriceRules.findWinningRule')
  expect(rowName({ ...captured, hotMethod, name: 'before the fix' }, createdAt)).toBe('before the fix')
})

test('a copy for others, of no capture, is called as its original', () => {
  for (const more of [{}, { hotMethod }, { event: 'wall' }, { event: 'wall', hotMethod }]) {
    const made = { event: 'cpu', service: 'shop', hotMethod: null, ...more }
    const captured = sampleSummary({ ...made, captureId, createdAt, name: makeUpName(made, 30) })
    const copy = { ...captured, captureId: null, name: nameWithoutCapture(captured) }
    expect(profileTitle(copy)).toBe(profileTitle(captured))
    expect(profileLabel(copy)).toContain(profileName(captured))
  }
  const given = sampleSummary({ name: 'before the fix', event: 'wall', captureId })
  expect(nameWithoutCapture(given)).toBe('before the fix')
})

test.each([
  [0.3, 'shop cpu 0.3 s'],
  [0.02, 'shop cpu 0.1 s'],
  [4.6, 'shop cpu 5 s'],
])('a capture that ended after %d s is not named as one of 0 s', (seconds, name) => {
  const made = { event: 'cpu', service: 'shop', hotMethod: null }
  const captured = sampleSummary({ ...made, captureId, createdAt, name: makeUpName(made, seconds) })
  expect(captured.name).toBe(name)
  expect(givenName(captured)).toBeNull()
  expect(restoreName({ ...captured, durationMs: seconds * 1000 })).toBe(name)
})

test('the hot method stands in a name once', () => {
  const name = 'before the fix of PriceRules.findWinningRule'
  expect(profileHeadline(sampleSummary({ name, hotMethod }))).toBe(name)
  expect(profileHeadline(sampleSummary({ name: 'shop', hotMethod: null }))).toBe('shop')
})

test.each([
  { event: 'cpu', hotMethod, headline: 'shop: PriceRules.findWinningRule' },
  { event: 'cpu', hotMethod: null, headline: 'shop' },
  { event: 'alloc', hotMethod: null, headline: 'shop allocations' },
  { event: 'off-cpu', hotMethod: null, headline: 'shop off-CPU' },
])('of a name that was made up, what tells nothing is not shown: $headline', ({ headline, ...more }) => {
  const captured = sampleSummary({ ...more, captureId, createdAt, name: makeUpName({ service: 'shop', ...more }, 30) })
  expect(givenName(captured)).toBeNull()
  expect(subjectOf(captured)).toBe('shop')
  expect(profileHeadline(captured)).toBe(headline)
  expect(datedHeadline(captured)).toBe(`${headline}, 2026-11-23 15:40 UTC`)
  const renamed = { ...captured, service: 'checkout' }
  expect(profileHeadline(renamed)).toBe(headline.replace('shop', 'checkout'))
  const given = more.hotMethod === null ? 'before the fix' : headline.replace('shop', 'before the fix')
  expect(profileHeadline({ ...captured, name: 'before the fix' })).toBe(given)
})

test.each([
  ['the name of a file of several events', { name: 'monday alloc', event: 'alloc', captureId }, 'monday'],
  ['a shared copy of a capture', { name: 'shop: Rules.find', hotMethod: { name: 'a.Rules.find', share: 0.9 } }, null],
  ['a message of OTLP', { name: 'shop alloc', event: 'alloc' }, null],
  ['a file of one event', { name: 'my cpu', event: 'cpu' }, 'my cpu'],
  ['a file that is called as if captured', { name: 'cart cpu 30 s', event: 'cpu' }, 'cart cpu 30 s'],
  ['words of a person', { name: 'slow for 30 s', event: 'cpu', captureId }, 'slow for 30 s'],
])('%s', (_, more, name) => {
  expect(givenName(sampleSummary(more))).toBe(name)
})

test('the moment of today is its time', () => {
  expect(formatMomentNear(createdAt, createdAt + 60_000)).toBe('15:40 UTC')
  expect(formatMomentNear(createdAt, createdAt + 86_400_000)).toBe('2026-11-23 15:40 UTC')
  expect(formatMomentNear(createdAt, createdAt + 60_000, true)).toBe('15:40:12 UTC')
  expect(formatMomentNear(createdAt, createdAt + 86_400_000, true)).toBe('2026-11-23 15:40:12 UTC')
})

test('a range of moments says what they have in common once', () => {
  expect(formatMomentRange([createdAt, createdAt + 1000])).toBe('2026-11-23 15:40 UTC')
  expect(formatMomentRange([createdAt, createdAt + 180_000])).toBe('2026-11-23 15:40 to 15:43 UTC')
  expect(formatMomentRange([createdAt, createdAt + 86_400_000])).toBe('2026-11-23 15:40 to 2026-11-24 15:40 UTC')
})

test('law: a restored name is no given one, whether or not it has a capture, a hot method or a length', () => {
  for (const captureId of [null, 'c'.repeat(32)])
    for (const hotMethod of [null, { name: 'shop.pricing.PriceRules.findWinningRule', share: 0.4 }])
      for (const durationMs of [null, 400, 30_000])
        for (const event of ['cpu', 'alloc']) {
          const named = sampleSummary({ captureId, hotMethod, durationMs, event, name: 'mine', service: 'acme/shop' })
          const restored = { ...named, name: restoreName(named) }
          expect(givenName(restored), restored.name).toBeNull()
          expect(restored.name).toMatch(
            hotMethod ? /^acme\/shop: PriceRules[.]findWinningRule$/ : /^acme\/shop (cpu|alloc)/,
          )
        }
})
