import { describe, expect, it } from 'vitest'
import { formatUnitHint, formatWeight, formatWeightCompact, formatWeightShort } from './weight.ts'

describe('a weight', () => {
  it('says its unit', () => {
    expect(formatWeight(2970, 'samples')).toBe('2,970 samples')
    expect(formatWeight(1, 'samples')).toBe('1 sample')
    expect(formatWeight(1536, 'bytes')).toBe('1.5 KiB')
  })

  it('of a folded file may be a fraction', () => {
    expect(formatWeight(2.5, 'samples')).toBe('2.5 samples')
    expect(formatWeight(1 / 3, 'samples')).toBe('0.3333 samples')
  })

  it('in time has the unit that suits its size', () => {
    const said = [950, 1500, 12_345_678, 4_200_000_000].map((weight) => formatWeight(weight, 'nanoseconds'))
    expect(said).toEqual(['950 ns', '1.5 µs', '12.3 ms', '4.2 s'])
  })

  it('of a counter says what it counted, and is short where it is large', () => {
    expect(formatWeight(1, 'events')).toBe('1 event')
    expect(formatWeight(10_100_000, 'cycles')).toBe('10,100,000 cycles')
    const said = [999_999_999, 1e9, 12_345_678_901, 2.5e12, 2 ** 53].map((weight) => formatWeight(weight, 'cycles'))
    expect(said).toEqual(['999,999,999 cycles', '1 G cycles', '12.35 G cycles', '2.5 T cycles', '9.007 P cycles'])
  })

  it('is short in a narrow column', () => {
    const said = [999_999, 1e6, 116_391_936, 2.5e12].map((weight) => formatWeightCompact(weight, 'samples'))
    expect(said).toEqual(['999,999 samples', '1 M samples', '116.4 M samples', '2.5 T samples'])
    expect(formatWeightCompact(1536, 'bytes')).toBe('1.5 KiB')
  })

  it('leaves the word out where a heading has it', () => {
    expect(formatWeightShort(2970, 'samples')).toBe('2,970')
    expect(formatWeightShort(1536, 'bytes')).toBe('1.5 KiB')
    expect(formatWeightShort(12_345_678_901, 'cycles')).toBe('12.35 G')
    const hints = (['samples', 'cycles', 'nanoseconds', 'bytes'] as const).map(formatUnitHint)
    expect(hints).toEqual(['(weights in samples)', '(weights in cycles)', null, null])
  })
})
