import { expect, test } from 'vitest'
import type { LoadSummary } from '../../contract/experiments.ts'
import { type RunRecord, runRecordSchema, summariseRuns } from './run-record.ts'

function record(perSecond: number | null, marks: RunRecord['marks'] = []): RunRecord {
  const latency = { min: 1, mean: 2, p50: 2, p90: 3, p95: 3, p99: perSecond, p999: null, max: 9 }
  const load = (value: number): LoadSummary => ({
    ...{ format: 'jtl', omission: 'possible', seconds: 10, requests: 100, errors: 1, perSecond: value, latency },
  })
  const times = { startedAt: 1, readyAt: 2, loadAt: 3, captureAt: 4, captureEndedAt: 5, loadEndedAt: 6 }
  const run = { number: 1, configuration: 1, repetition: 1, times, profiles: [] }
  return runRecordSchema.parse({ ...run, load: perSecond === null ? null : load(perSecond), marks })
}

test('the runs of a configuration are its medians; marked ones are left out', () => {
  const died = [{ mark: 'container-died' as const, reason: 'shop_1 ended' }]
  expect(summariseRuns([record(10), record(40), record(20), record(1000, died), record(null, died)])).toEqual({
    ...{ whole: 3, runs: 5, perSecond: 20, p50: 2, p99: 20, requests: 300, errors: 3 },
  })
  expect(summariseRuns([record(10), record(20)])).toMatchObject({ perSecond: 15 })
  expect(summariseRuns([record(5, died)])).toMatchObject({ whole: 0, runs: 1, perSecond: null, p99: null })
})
