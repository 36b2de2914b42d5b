import { describe, expect, test } from 'vitest'
import { formatTimeOffset, formatTimeRange, createTicks } from './time-offset.ts'

describe('formatMoment', () => {
  test('is as exact as its neighbours are apart', () => {
    expect(formatTimeOffset(12_340, 20)).toBe('12.34 s')
    expect(formatTimeOffset(12_340, 100)).toBe('12.3 s')
    expect(formatTimeOffset(12_340, 1000)).toBe('12 s')
  })

  test('counts minutes and hours as a clock does', () => {
    expect(formatTimeOffset(59_999, 1000)).toBe('1:00')
    expect(formatTimeOffset(125_500, 100)).toBe('2:05.5')
    expect(formatTimeOffset(3_723_000, 1000)).toBe('1:02:03')
    expect(formatTimeOffset(86_400_000, 1000)).toBe('24:00:00')
  })
})

test('formatMoments says the unit once', () => {
  expect(formatTimeRange([12_000, 18_500], 100)).toBe('12.0 to 18.5 s')
  expect(formatTimeRange([50_000, 70_000], 1000)).toBe('0:50 to 1:10')
  expect(formatTimeRange([687_820, 41_273_840], 10)).toBe('0:11:27.82 to 11:27:53.84')
})

describe('ticksOf', () => {
  test('stand where people count', () => {
    expect(createTicks(0, 10_000, 5)).toEqual([0, 2000, 4000, 6000, 8000])
    expect(createTicks(7300, 9000, 4)).toEqual([7500, 8000, 8500])
    expect(createTicks(0, 86_400_000, 4)).toEqual([0, 21_600_000, 43_200_000, 64_800_000])
  })

  test('are never too many, however long it took', () => {
    expect(createTicks(0, 1e15, 10).length).toBeLessThanOrEqual(10)
  })
})
