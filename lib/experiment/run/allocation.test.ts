import { expect, test } from 'vitest'
import type { LoadInterval } from '../load/load-results.ts'
import { createProfileBuilder } from '../../profile/model/profile-builder.ts'
import { emptyProvenance, type Provenance } from '../../profile/model/profile.ts'
import { summariseAllocation } from './allocation.ts'

const second = 1_700_000_000_000

/** Two samples of 3 MB, recorded for 2 s from half a second on. */
function profile(more: Partial<Provenance> = {}) {
  const builder = createProfileBuilder()
  const stack = builder.stack(-1, builder.frame('shop.Cart.add', 'java'))
  for (const atMs of [0, 1500]) builder.sample(stack, builder.thread('http-1', 7), atMs, 3e6)
  return builder.finish('bytes', { ...emptyProvenance('jfr'), startedAt: second + 500, durationMs: 2000, ...more })
}

const latency = { min: 1, mean: 1, p50: 1, p90: 1, p95: 1, p99: 1, p999: 1, max: 1 }
function curve(...requests: number[]) {
  const intervals = requests.map((count, at): LoadInterval => {
    return { startMs: second + at * 1000, requests: count, errors: 0, perSecond: count, latency }
  })
  return {
    ...{ intervalSeconds: 1 },
    total: { label: '', isTransaction: false, requests: 0, errors: 0, perSecond: 0, latency, intervals },
  }
}

test('bytes and requests are those of the time that was recorded', () => {
  // 20 of 40, 100, and 30 of 60 requests ended in it.
  expect(summariseAllocation(profile(), curve(40, 100, 60, 7000))).toEqual({
    bytesPerSecond: 3e6,
    requestsPerSecond: 75,
  })
  expect(summariseAllocation(profile({ durationMs: 500 }), curve(40))).toEqual({
    ...{ bytesPerSecond: 12e6, requestsPerSecond: 40 },
  })
  expect(summariseAllocation(profile(), null)).toEqual({ bytesPerSecond: 3e6, requestsPerSecond: null })
  expect(summariseAllocation(profile(), curve())).toMatchObject({ requestsPerSecond: null })
})

test('nothing is said without the time, nor of bytes from before the recording', () => {
  expect(summariseAllocation(profile({ durationMs: null }), null)).toBeNull()
  expect(summariseAllocation(profile({ startedAt: null }), null)).toBeNull()
  const warnings = [{ code: 'weights-of-virtual-threads', text: '', count: 1 }]
  expect(summariseAllocation(profile({ warnings }), null)).toBeNull()
})
