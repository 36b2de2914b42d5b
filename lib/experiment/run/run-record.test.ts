import { expect, test } from 'vitest'
import type { LoadResults } from '../load/load-results.ts'
import { summariseLoad } from './run-record.ts'

const latency = { min: 1, mean: 2, p50: 2, p90: 3, p95: 3, p99: 4, p999: 5, max: 5 }
const results: LoadResults = {
  ...{ format: 'jtl', omission: 'possible', seconds: 10, hasClock: true, firstMs: 50_000, intervalSeconds: 1 },
  since: { seconds: 7, requests: 70, errors: 1, perSecond: 10, latency },
  total: { label: 'all', isTransaction: false, requests: 80, errors: 5, perSecond: 8, latency, intervals: [] },
  ...{ labels: [], notes: [] },
}
/** The load program ran from 49 s to 61 s. */
const times = { readyAt: 49_000, warmUpEndedAt: 53_000, loadEndedAt: 61_000 }
const whole = { seconds: 10, requests: 80, errors: 5, perSecond: 8, excludesWarmUp: false }

test('the numbers of a run are of the time after its warm-up', () => {
  expect(summariseLoad(results, times)).toEqual({
    ...{ format: 'jtl', omission: 'possible', excludesWarmUp: true },
    ...{ seconds: 7, requests: 70, errors: 1, perSecond: 10, latency },
  })
})

test.each([
  ['its results have no clock', { hasClock: false }, {}],
  ['it ended before its warm-up did', { since: null }, { warmUpEndedAt: null }],
  ['the clock of its results is behind that of this host', { firstMs: 40_000 }, {}],
  ['the clock of its results is ahead', { firstMs: 53_500 }, {}],
  ['nothing is known of its times', {}, { readyAt: null }],
])('they are of the whole load where %s', (_, more, moreTimes) => {
  expect(summariseLoad({ ...results, ...more }, { ...times, ...moreTimes })).toMatchObject(whole)
})

test('no request after the warm-up is no result', () => {
  expect(summariseLoad({ ...results, since: null }, times)).toBeNull()
})
