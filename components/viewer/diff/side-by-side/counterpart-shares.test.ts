import { describe, expect, test } from 'vitest'
import { formatPoints, formatOtherShare } from './counterparts.ts'

describe('formatPoints', () => {
  test('tells the way from one share to the other in points of percent', () => {
    expect(formatPoints(0.1, 0.119)).toBe('+1.9 points')
    expect(formatPoints(0.119, 0.1)).toBe('−1.9 points')
    expect(formatPoints(0.1, 0.11)).toBe('+1.0 point')
    expect(formatPoints(0, 0.348)).toBe('+35 points')
    expect(formatPoints(0.2, 0.20001)).toBe('±0.0 points')
  })
})

describe('sayThere', () => {
  test('is a share, or that there is none', () => {
    expect(formatOtherShare({ own: 0.5, other: 0.142 })).toBe('14.2% of all')
    expect(formatOtherShare({ own: 0.5, other: null })).toBe('absent here')
  })
})
