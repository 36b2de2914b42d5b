import { describe, expect, it } from 'vitest'
import { formatWeight, formatWeightShort } from './weight.ts'

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

  it('leaves the word out where a heading has it', () => {
    expect(formatWeightShort(2970, 'samples')).toBe('2,970')
    expect(formatWeightShort(1536, 'bytes')).toBe('1.5 KiB')
  })
})
