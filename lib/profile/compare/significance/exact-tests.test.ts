import { describe, expect, it } from 'vitest'
import { rateInterval, shareInterval, testRates, testShares } from './exact-tests.ts'

const product = (length: number, factor: (index: number) => number) =>
  Array.from({ length }, (_, index) => factor(index)).reduce((all, one) => all * one, 1)

describe('testShares', () => {
  it('is Fisher’s test, the smaller tail twice', () => {
    // The lady who tasted tea: three of four right by chance has 17 of 70.
    expect(testShares({ count: 3, outOf: 4 }, { count: 1, outOf: 4 })).toBeCloseTo((2 * 17) / 70, 12)
    // All 17 samples of a driver fell to the 301 of 780.
    const gone = 2 * product(17, (index) => (301 - index) / (780 - index))
    expect(testShares({ count: 17, outOf: 301 }, { count: 0, outOf: 479 }) / gone).toBeCloseTo(1, 9)
    expect(testShares({ count: 0, outOf: 479 }, { count: 17, outOf: 301 }) / gone).toBeCloseTo(1, 9)
  })

  it('holds for large counts, where it comes near the normal test', () => {
    const [one, two] = [
      { count: 20_000, outOf: 1_000_000 },
      { count: 20_600, outOf: 1_000_000 },
    ]
    // 3.01 standard deviations.
    expect(testShares(one, two)).toBeGreaterThan(0.0024)
    expect(testShares(one, two)).toBeLessThan(0.0028)
  })

  it('tells nothing of nothing, and of all', () => {
    expect(testShares({ count: 0, outOf: 10 }, { count: 0, outOf: 10 })).toBe(1)
    expect(testShares({ count: 10, outOf: 10 }, { count: 20, outOf: 20 })).toBe(1)
    expect(testShares({ count: 0, outOf: 0 }, { count: 5, outOf: 10 })).toBe(1)
  })
})

it('testRates gives the chance that counts fall so to two exposures', () => {
  expect(testRates({ count: 0, outOf: 2 }, { count: 8, outOf: 1 })).toBeCloseTo(2 / 3 ** 8, 12)
  expect(testRates({ count: 20, outOf: 2 }, { count: 10, outOf: 1 })).toBeGreaterThan(0.9)
  expect(testRates({ count: 0, outOf: 1 }, { count: 0, outOf: 1 })).toBe(1)
})

describe('intervals', () => {
  it('are Newcombe’s for shares', () => {
    const [low, high] = shareInterval({ count: 48, outOf: 80 }, { count: 56, outOf: 70 })
    expect(low).toBeCloseTo(0.0524, 4)
    expect(high).toBeCloseTo(0.3339, 4)
  })

  it.each([
    [0, 30, 30, 30],
    [1, 2, 0, 2],
    [0, 1000, 999, 1000],
    [3, 300, 0, 5],
  ])('stay within what shares can be: %d of %d and %d of %d', (count, outOf, other, ofOther) => {
    const [low, high] = shareInterval({ count, outOf }, { count: other, outOf: ofOther })
    const delta = other / ofOther - count / outOf
    expect(low).toBeGreaterThanOrEqual(-1)
    expect(high).toBeLessThanOrEqual(1)
    expect(low).toBeLessThanOrEqual(delta)
    expect(high).toBeGreaterThanOrEqual(delta)
  })

  it('of rates have the difference within', () => {
    const [low, high] = rateInterval({ count: 0, outOf: 10 }, { count: 40, outOf: 10 })
    expect(low).toBeGreaterThan(0)
    expect(high).toBeGreaterThan(4)
  })
})
