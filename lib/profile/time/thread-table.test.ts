import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyProfile } from '../../testing/profiles/random-profile.ts'
import { applyFilters } from '../filters/filters.ts'
import { totalWeight } from '../model/stack-weights.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { emptyProvenance, type Provenance } from '../model/profile.ts'
import { getPoolName, mayBeCutName } from './thread-names.ts'
import { buildThreadTable } from './thread-table.ts'

function profileOf(
  samples: readonly (readonly [thread: string, tid: number, timeMs: number, weight: number])[],
  more: Partial<Provenance> = {},
) {
  const builder = createProfileBuilder()
  for (const [thread, tid, timeMs, weight] of samples) builder.sample(-1, builder.thread(thread, tid), timeMs, weight)
  return builder.finish('samples', { ...emptyProvenance('test'), ...more })
}

test.each([
  ['http-nio-8080-exec-7', 'http-nio-8080-exec-#'],
  ['http-nio-8443-exec-17', 'http-nio-8443-exec-#'],
  ['pool-2-thread-13', 'pool-2-thread-#'],
  ['ForkJoinPool-1-worker-3', 'ForkJoinPool-1-worker-#'],
  ['ForkJoinPool.commonPool-worker-1', 'ForkJoinPool.commonPool-worker-#'],
  ['GC Thread#5', 'GC Thread#'],
  ['C2 CompilerThread0', 'C2 CompilerThread#'],
  ['C1 CompilerThre', 'C1 CompilerThre'],
  ['G1 Main Marker', 'G1 Main Marker'],
  ['G1 Conc#0', 'G1 Conc#'],
  ['reactor-http-epoll-4 @coroutine', 'reactor-http-epoll-# @coroutine'],
  ['main', 'main'],
  ['java 7 · http-nio-8080-exec-7', 'java 7 · http-nio-8080-exec-#'],
  ['java 7 · main', 'java 7 · main'],
  ['java 7 · 12', 'java 7 · #'],
  ['', ''],
])('thread %s is of pool %s', (name, pool) => {
  expect(getPoolName(name)).toBe(pool)
})

test.each([
  ['C2 CompilerThre', 'async-profiler', true],
  ['java 7 · VM Periodic Tas', 'perf', true],
  ['http-nio-8080-e', 'perf', true],
  ['http-nio-8080-e', 'async-profiler', false],
  ['worker-über-al', 'bpftrace', true],
  ['http-nio-8080', 'perf', false],
  ['Attach Listener', 'perf', false],
])('the kernel may have cut the name of thread %s of %s: %s', (name, engine, isCut) => {
  expect(mayBeCutName(name, engine)).toBe(isCut)
})

test('a thread with a name of a million digits has a pool', () => {
  expect(getPoolName(`${'1'.repeat(1_000_000)}a1`).length).toBe(1_000_002)
})

describe('the table of threads', () => {
  test('has the heaviest first, with its weight over time', () => {
    const profile = profileOf([
      ['exec-1', 1, 0, 2],
      ['exec-2', 2, 50, 1],
      ['exec-1', 3, 100, 4],
      ['exec-1', 3, NaN, 8],
    ])
    expect(buildThreadTable(profile, 4)).toEqual([
      { name: 'exec-1', weight: 14, pool: 'exec-#', bins: [2, 0, 0, 4] },
      { name: 'exec-2', weight: 1, pool: 'exec-#', bins: [0, 0, 1, 0] },
    ])
  })

  test('spreads the bins over the whole recording, busy or not', () => {
    const [row] = buildThreadTable(profileOf([['a', 1, 250, 1]], { durationMs: 1000 }), 4)
    expect(row!.bins).toEqual([0, 1, 0, 0])
  })

  test('has no bins where no sample has a time, and no rows without samples', () => {
    expect(buildThreadTable(profileOf([['a', 1, NaN, 1]]))).toEqual([{ name: 'a', weight: 1, pool: 'a', bins: [] }])
    expect(buildThreadTable(profileOf([]))).toEqual([])
  })

  test('calls threads without a name by their number, and the filter knows them by that', () => {
    const profile = profileOf([
      ['', 4711, 1, 2],
      ['', 0, 1, 1],
    ])
    expect(buildThreadTable(profile).map(({ name }) => name)).toEqual(['thread 4711', 'unnamed thread'])
    expect(totalWeight(applyFilters(profile, [{ type: 'threads', threads: ['thread 4711'] }]))).toBe(2)
  })

  test('law: rows add up to all, bins to what has a time, and the filter of a row keeps exactly its weight', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const rows = buildThreadTable(profile, 7)
        const { time, weight } = profile.samples
        const timed = weight.reduce((sum, weight, sample) => sum + (Number.isNaN(time[sample]) ? 0 : weight), 0)
        const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
        expect(sum(rows.map((row) => row.weight))).toBe(totalWeight(profile))
        expect(sum(rows.flatMap(({ bins }) => bins))).toBe(timed)
        for (const row of rows) {
          expect(totalWeight(applyFilters(profile, [{ type: 'threads', threads: [row.name] }]))).toBe(row.weight)
        }
      }),
      { seed: 41, numRuns: 300 },
    )
  })
})
