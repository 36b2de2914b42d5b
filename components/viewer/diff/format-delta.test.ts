import { describe, expect, it } from 'vitest'
import {
  describeDelta,
  formatDelta,
  formatScaledInterval,
  formatRatio,
  formatScaled,
  formatSignificance,
  formatStep,
} from './format-delta.ts'

const share = { scale: 'share', unit: 'samples' } as const

describe('words of a change', () => {
  it('are shares and points of shares, with a sign', () => {
    expect([formatScaled(0.124, share), formatDelta(0.0231, share), formatDelta(-0.0004, share)]).toEqual([
      '12.4%',
      '+2.3 points',
      '−0.04 points',
    ])
    expect([formatDelta(0, share), formatDelta(-1e-9, share)]).toEqual(['±0 points', '±0 points'])
  })

  it('are weights, and what they are divided by, on other scales', () => {
    expect(formatDelta(-1_500_000, { scale: 'request', unit: 'nanoseconds' })).toBe('−1.5 ms per request')
    expect(formatScaled(98.76, { scale: 'second', unit: 'samples' })).toBe('98.8 samples per second')
    expect(formatDelta(20, { scale: 'raw', unit: 'samples' })).toBe('+20 samples')
  })

  it('say how many times as much, and what was or is nothing', () => {
    expect([formatRatio(2, 3), formatRatio(0, 3), formatRatio(3, 0), formatRatio(0, 0)]).toEqual([
      '×1.5',
      'from 0',
      'to 0',
      '×1',
    ])
  })

  it('name a step once with its unit', () => {
    expect(formatStep('0.9%', '18.7%')).toBe('0.9% → 18.7%')
    expect(formatStep('1.13 samples per second', '4.2 samples per second')).toBe('1.13 → 4.2 samples per second')
    expect(formatStep('970 µs per request', '1.5 ms per request')).toBe('970 µs per request → 1.5 ms per request')
    expect(formatStep('2 ms per request', '1.5 ms per request')).toBe('2 → 1.5 ms per request')
  })

  it('name the interval once with its unit', () => {
    expect(formatScaledInterval(0.012, 0.034, share)).toBe('+1.2 to +3.4 points')
    expect(formatScaledInterval(-0.012, 0, share)).toBe('−1.2 to ±0 points')
  })

  it('say what is significant', () => {
    const judged = {
      q: Float32Array.of(0.0001, 0.03, 0.4, Number.NaN, 0.9, 1),
      isHidden: Uint8Array.of(0, 0, 0, 0, 1, 0),
      cost: new Uint8Array(6),
    }
    expect([0, 1, 2, 3, 5].map((index) => formatSignificance(judged, index, true))).toEqual([
      'significant (q < 0.001)',
      'significant (q = 0.03)',
      'not significant (q = 0.4)',
      'too few samples for a test',
      'not significant',
    ])
    const explained = { ...judged, isHidden: Uint8Array.of(1, 2, 3) }
    expect([0, 1, 2].map((index) => formatSignificance(explained, index, true))).toEqual([
      'same code, different JIT state',
      'not comparable between the engines',
      'not comparable, a side lost callers',
    ])
    const ofWhole = { ...judged, wholeLevel: Uint8Array.of(1, 0) }
    expect([0, 1].map((index) => formatSignificance(ofWhole, index, true))).toEqual([
      'significant as part of its package (q < 0.001)',
      'significant (q = 0.03)',
    ])
    const sameCost = { q: Float32Array.of(1, 1), isHidden: new Uint8Array(2), cost: Uint8Array.of(1, 2) }
    expect(
      [true, false].flatMap((isMore) => [0, 1].map((index) => formatSignificance(sameCost, index, isMore))),
    ).toEqual([
      'larger share, same cost per second',
      'larger share of a lower cost',
      'smaller share, same cost per second',
      'smaller share of a higher cost',
    ])
  })

  it('say of the roots of two recordings that they are all of both, since their shares hide how much more one cost', () => {
    const side = (total: number) => ({ self: Float64Array.of(0), total: Float64Array.of(total) })
    const untested = { ...{ q: Float32Array.of(Number.NaN), low: Float64Array.of(Number.NaN) } }
    const results = { ...untested, high: untested.low, isHidden: new Uint8Array(1), cost: new Uint8Array(1) } as never
    for (const [before, after] of [
      [1392, 187],
      [49, 98],
      [3, 49],
    ] as const) {
      const sides = { before: side(before), after: side(after), scaleBefore: 1 / before, scaleAfter: 1 / after }
      const units = { before: 'samples', after: 'samples' } as const
      expect(describeDelta({ ...sides, scale: 'share' }, 0, 'total', results, units)).toMatchObject({
        ...{ before: '100%', after: '100%', delta: '±0 points', ratio: '×1', significance: 'all of both sides' },
      })
      const raw = { ...sides, scaleBefore: 1, scaleAfter: before / after, scale: 'raw' } as const
      expect(describeDelta(raw, 0, 'total', results, units).significance).toBe('no difference')
    }
  })

  it('tell both sides in the units of their recordings', () => {
    const side = (total: number) => ({ self: Float64Array.of(0), total: Float64Array.of(total) })
    const tree = { before: side(10), after: side(30), scaleBefore: 0.01, scaleAfter: 0.01, scale: 'share' } as const
    expect(describeDelta(tree, 0, 'total', null, { before: 'samples', after: 'samples' })).toEqual({
      before: '10%',
      after: '30%',
      delta: '+20 points',
      ratio: '×3',
      interval: '',
      significance: '',
      weights: '10 samples before, 30 samples after',
    })
  })
})
