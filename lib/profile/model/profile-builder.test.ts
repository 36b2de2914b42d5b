import { describe, expect, test } from 'vitest'
import { createProfileBuilder } from './profile-builder.ts'
import { emptyProvenance } from './profile.ts'

describe('createProfileBuilder', () => {
  test('makes one row of what is met twice, and two of what differs in kind, tier or thread id', () => {
    const builder = createProfileBuilder()
    const java = builder.frame('read', 'java', { raw: 'Lread;', module: 'perf-7.map' })
    expect(builder.frame('read', 'java', { raw: 'other' })).toBe(java)
    expect(builder.frame('read', 'kernel')).not.toBe(java)
    const stack = builder.stack(-1, java, 'c2')
    expect(builder.stack(-1, java, 'c2')).toBe(stack)
    expect(builder.stack(-1, java, 'c1')).not.toBe(stack)
    expect(builder.stack(stack, java, 'c2')).not.toBe(stack)
    expect(builder.thread('http', 1)).toBe(builder.thread('http', 1))
    expect(builder.thread('http', 2)).not.toBe(builder.thread('http', 1))

    const { strings, frames, stacks } = builder.finish('samples', emptyProvenance('test'))
    expect([frames.name, frames.raw, frames.module].map((column) => strings[column[java]!])).toEqual([
      'read',
      'Lread;',
      'perf-7.map',
    ])
    expect([...stacks.parent]).toEqual([-1, -1, 0])
    expect([...stacks.tier]).toEqual([3, 2, 3])
  })

  test('holds a million stacks', () => {
    const builder = createProfileBuilder()
    const frames = Array.from({ length: 1000 }, (_, index) => builder.frame(`f${index}`, 'java'))
    const rows = new Set<number>()
    for (let repeat = 0; repeat < 2; repeat++) {
      for (const first of frames) {
        const root = builder.stack(-1, first)
        for (const second of frames) rows.add(builder.stack(root, second))
      }
    }
    expect(rows.size).toBe(1_000_000)
  })

  test('mends half a surrogate pair, which no file could keep', () => {
    const builder = createProfileBuilder()
    builder.frame('a\ud83d', 'java')
    expect(builder.finish('samples', emptyProvenance('test')).strings).toContain('a\ufffd')
  })

  test('refuses rows that do not exist and weights that cannot be added', () => {
    const builder = createProfileBuilder()
    const thread = builder.thread('')
    expect(() => builder.stack(0, 0)).toThrow(RangeError)
    expect(() => builder.sample(7, thread, NaN, 1)).toThrow(RangeError)
    expect(() => builder.sample(-1, 9, NaN, 1)).toThrow(RangeError)
    for (const weight of [-1, NaN, Infinity]) expect(() => builder.sample(-1, thread, NaN, weight)).toThrow(RangeError)
  })
})

test('a thread is one row, whatever its id; a number that is no id of 32 bits counts as none', () => {
  const builder = createProfileBuilder()
  const ids = [0, 4711, 2 ** 31, 2 ** 32 - 1]
  const rows = ids.map((id) => builder.thread('worker', id))
  expect(ids.map((id) => builder.thread('worker', id))).toEqual(rows)
  for (const id of [2 ** 32, -1, 1.5, Number.NaN]) expect(builder.thread('worker', id)).toBe(rows[0])
  expect([...builder.finish('samples', emptyProvenance('test')).threads.hostTid]).toEqual(ids)
})

test('a builder that sums keeps one sample for each stack of each thread', () => {
  const builder = createProfileBuilder({ isSummed: true })
  const [one, two] = [builder.thread('one', 1), builder.thread('two', 2)]
  const stack = builder.stack(-1, builder.frame('main', 'java'))
  for (const [thread, weight] of [
    [one, 1],
    [two, 5],
    [one, 2],
  ] as const)
    builder.sample(stack, thread, 7, weight)
  const { samples } = builder.finish('samples', emptyProvenance('test'))
  expect([...samples.thread]).toEqual([one, two])
  expect([...samples.weight]).toEqual([3, 5])
  expect([...samples.time]).toEqual([NaN, NaN])
})
