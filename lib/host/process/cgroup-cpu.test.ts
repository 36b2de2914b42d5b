import { expect, test } from 'vitest'
import { parseCpuStat } from './cgroup-cpu.ts'

test('version 1 counts nanoseconds', () => {
  const text = 'nr_periods 300\nnr_throttled 290\nthrottled_time 23456000000\nnr_bursts 0\nburst_time 0\n'
  expect(parseCpuStat(text)).toEqual({ periods: 290, throttledMs: 23456 })
})

test('version 2 counts microseconds', () => {
  const text = 'usage_usec 9\nuser_usec 5\nsystem_usec 4\nnr_periods 3\nnr_throttled 2\nthrottled_usec 160500\n'
  expect(parseCpuStat(text)).toEqual({ periods: 2, throttledMs: 160.5 })
})

test('a group that was never held back has the count 0', () => {
  expect(parseCpuStat('nr_periods 0\nnr_throttled 0\nthrottled_time 0\n')).toEqual({ periods: 0, throttledMs: 0 })
})

test.each(['usage_usec 9\nuser_usec 5\nsystem_usec 4\n', '', 'nr_throttled\n', 'nr_throttled many\n'])(
  'no count in %j',
  (text) => expect(parseCpuStat(text)).toBeNull(),
)
