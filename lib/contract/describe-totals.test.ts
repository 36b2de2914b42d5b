import { expect, it } from 'vitest'
import type { ScaleBasis } from '../profile/compare/merged-tree/comparison.ts'
import { describeTotals, explainShareAlone } from './describe-totals.ts'

const basis = (more: Partial<ScaleBasis>): ScaleBasis => ({
  ...{ unit: 'samples', total: 0, seconds: 10, cpuSeconds: null, frequencyHz: null, isPerRequest: false, ...more },
})
const perRequest = { seconds: null, isPerRequest: true }
const describe = (before: Partial<ScaleBasis>, after: Partial<ScaleBasis>, event = 'cpu') =>
  describeTotals({ before: basis(before), after: basis(after) }, event)

it.each<[string, Partial<ScaleBasis>, Partial<ScaleBasis>, string?]>([
  ['CPU ×12.3 (9.4 to 116 samples/s)', { total: 188, seconds: 20 }, { total: 1160 }],
  ['CPU ÷2 (2 to 1 sample/s)', { total: 20 }, { total: 10 }],
  [
    'Allocations ×1.5 (1 MiB to 1.5 MiB/s)',
    { unit: 'bytes', total: 10 * 2 ** 20 },
    { unit: 'bytes', total: 15 * 2 ** 20 },
    'alloc',
  ],
  [
    'Off-CPU ×1 (2 s per second)',
    { unit: 'nanoseconds', total: 2e10 },
    { unit: 'nanoseconds', total: 2e10 },
    'off-cpu',
  ],
])('%s', (text, before, after, event) => expect(describe(before, after, event)).toBe(text))

it.each<[string, Partial<ScaleBasis>, Partial<ScaleBasis>, string?]>([
  ['nothing is known of a duration', { total: 10, seconds: null }, { total: 10 }],
  ['the frequencies differ', { total: 10, frequencyHz: 99 }, { total: 20, frequencyHz: 199 }],
  ['the units differ', { total: 10 }, { total: 10, unit: 'bytes' }],
  ['one is empty', { total: 0 }, { total: 10 }],
  ['it is no rate', { total: 10 }, { total: 20 }, 'live-heap'],
])('says nothing where %s', (_, before, after, event) => expect(describe(before, after, event)).toBeNull())

it.each<[string, string | null, Partial<ScaleBasis>, Partial<ScaleBasis>, string?]>([
  ['neither is known', 'Compared by share alone: the lengths are not known', { seconds: null }, { seconds: null }],
  ['one is not known', 'Compared by share alone: one length is not known', {}, { seconds: null }],
  ['both are known', null, {}, {}],
  ['both are runs, whose weights are per request', null, perRequest, perRequest],
  ['it is no rate', null, { seconds: null }, { seconds: null }, 'live-heap'],
])('where %s, of the lengths it says: %s', (_, text, before, after, event = 'cpu') =>
  expect(explainShareAlone({ before: basis(before), after: basis(after) }, event)).toBe(text),
)
