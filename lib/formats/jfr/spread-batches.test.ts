import { expect, test } from 'vitest'
import { createProfileBuilder } from '../../profile/model/profile-builder.ts'
import { emptyProvenance } from '../../profile/model/profile.ts'
import { spreadBatches } from './spread-batches.ts'

/** Rows of thread, ms, weight. */
function spread(rows: readonly (readonly [number, number, number])[], endMs: number, frequencyHz: number | null) {
  const builder = createProfileBuilder()
  const stack = builder.stack(-1, builder.frame('park', 'native', {}))
  for (const [thread, ms, weight] of rows) builder.sample(stack, builder.thread(`t${thread}`, thread), ms, weight)
  const { samples } = spreadBatches(builder.finish('samples', emptyProvenance('async-profiler')), endMs, frequencyHz)
  return Array.from({ length: samples.length }, (_, row) => [
    samples.thread[row]! + 1,
    samples.time[row]!,
    samples.weight[row]!,
  ])
}

test('a batch is spread into its samples, until the next sample of its thread', () => {
  const samples = spread(
    [
      [1, 0, 4],
      [2, 20, 1],
      [1, 200, 1],
    ],
    250,
    20,
  )
  expect(samples).toEqual([
    [1, 0, 1],
    [1, 50, 1],
    [1, 100, 1],
    [1, 150, 1],
    [2, 20, 1],
    [1, 200, 1],
  ])
})

test('the last batch of a thread ends with the recording, or with the thread', () => {
  const [idle, ended] = [
    [1, 0, 100],
    [2, 0, 20],
  ] as const
  // The interval is 20 ms, but async-profiler samples some threads at a time: each one every 100 ms.
  const samples = spread([idle, ended, [3, 0, 100]], 10_000, 50)
  const last = (thread: number) => Math.max(...samples.filter((one) => one[0] === thread).map((one) => one[1]!))
  expect(last(1)).toBe(9900)
  expect(last(2)).toBe(1900)
  const sum = samples.reduce((all, [, , weight]) => all + weight!, 0)
  expect(sum).toBe(220)
})

test('the number of rows is bounded for a long recording of many threads', () => {
  const rows = Array.from({ length: 400 }, (_, thread) => [thread + 1, 0, 360_000] as const)
  const samples = spread(rows, 3_600_000, 100)
  expect(samples.length).toBeLessThan(510_000)
  expect(samples.reduce((all, [, , weight]) => all + weight!, 0)).toBe(400 * 360_000)
})

test('samples without batches are unchanged', () => {
  expect(
    spread(
      [
        [1, 5, 1],
        [1, 15, 1],
      ],
      100,
      null,
    ),
  ).toEqual([
    [1, 5, 1],
    [1, 15, 1],
  ])
})
