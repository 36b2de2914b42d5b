import { expect, it } from 'vitest'
import type { ScaleBasis } from '../profile/compare/merged-tree/comparison.ts'
import { describeTotals } from './describe-totals.ts'

const basis = (more: Partial<ScaleBasis>): ScaleBasis => ({
  ...{ unit: 'samples', total: 0, seconds: 10, cpuSeconds: null, frequencyHz: null, isPerRequest: false, ...more },
})
const describe = (before: Partial<ScaleBasis>, after: Partial<ScaleBasis>, event = 'cpu') =>
  describeTotals({ before: basis(before), after: basis(after) }, [event, event])

it.each<[string, Partial<ScaleBasis>, Partial<ScaleBasis>, string?]>([
  ['CPU ×12.3 (9.4 to 116 samples/s)', { total: 188, seconds: 20 }, { total: 1160 }],
  ['CPU ×0.5 (2 to 1 sample/s)', { total: 20 }, { total: 10 }],
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

it('says nothing of two events', () => {
  expect(describeTotals({ before: basis({ total: 1 }), after: basis({ total: 1 }) }, ['cpu', 'wall'])).toBeNull()
})
