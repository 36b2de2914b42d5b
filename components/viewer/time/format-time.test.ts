import { describe, expect, test } from 'vitest'
import { formatMoment, formatMoments, ticksOf } from './format-time.ts'

describe('formatMoment', () => {
  test('is as exact as its neighbours are apart', () => {
    expect(formatMoment(12_340, 20)).toBe('12.34 s')
    expect(formatMoment(12_340, 100)).toBe('12.3 s')
    expect(formatMoment(12_340, 1000)).toBe('12 s')
  })

  test('counts minutes and hours as a clock does', () => {
    expect(formatMoment(59_999, 1000)).toBe('1:00')
    expect(formatMoment(125_500, 100)).toBe('2:05.5')
    expect(formatMoment(3_723_000, 1000)).toBe('1:02:03')
    expect(formatMoment(86_400_000, 1000)).toBe('24:00:00')
  })
})

test('formatMoments says the unit once', () => {
  expect(formatMoments([12_000, 18_500], 100)).toBe('12.0 to 18.5 s')
  expect(formatMoments([50_000, 70_000], 1000)).toBe('0:50 to 1:10')
  expect(formatMoments([687_820, 41_273_840], 10)).toBe('0:11:27.82 to 11:27:53.84')
})

describe('ticksOf', () => {
  test('stand where people count', () => {
    expect(ticksOf(0, 10_000, 5)).toEqual([0, 2000, 4000, 6000, 8000])
    expect(ticksOf(7300, 9000, 4)).toEqual([7500, 8000, 8500])
    expect(ticksOf(0, 86_400_000, 4)).toEqual([0, 21_600_000, 43_200_000, 64_800_000])
  })

  test('are never too many, however long it took', () => {
    expect(ticksOf(0, 1e15, 10).length).toBeLessThanOrEqual(10)
  })
})
