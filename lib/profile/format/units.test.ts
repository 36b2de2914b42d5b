import { expect, it } from 'vitest'
import {
  formatAgo,
  formatBytes,
  formatBytesBeside,
  formatQValue,
  formatCount,
  formatCountOf,
  formatCpu,
  formatDuration,
  formatLargestUnit,
  formatPoints,
  formatPointsShort,
  formatFactor,
  formatShare,
  formatUptime,
} from './units.ts'

it('writes bytes in binary units with three digits at most', () => {
  expect([0, 512, 1024, 1536, 256 * 2 ** 20, 1023.9 * 2 ** 20, 3.5 * 2 ** 30].map(formatBytes)).toEqual([
    '0 B',
    '512 B',
    '1 KiB',
    '1.5 KiB',
    '256 MiB',
    '1024 MiB',
    '3.5 GiB',
  ])
})

it('groups digits by threes, as in English', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567')
  expect(formatCount(0)).toBe('0')
  expect([0, 1, 1200].map((count) => formatCountOf(count, 'profile'))).toEqual([
    ...['0 profiles', '1 profile', '1,200 profiles'],
  ])
})

it('never says 100% of something that is not whole', () => {
  expect([1, 0.9999, 0.994, 0.5, 0.042, 0].map(formatShare)).toEqual(['100%', '99.9%', '99.4%', '50%', '4.2%', '0%'])
  expect([0.0004, 0.0005, 1 / 5000].map(formatShare)).toEqual(['<0.1%', '0.1%', '<0.1%'])
})

it('writes a factor below 1 as what it is divided by', () => {
  const factors = [12.4, 240, 1.8, 1, 0.999, 0.77, 0.16, 0.1, 0.012]
  const texts = ['×12.4', '×240', '×1.8', '×1', '×1', '÷1.3', '÷6.3', '÷10', '÷83.3']
  expect(factors.map(formatFactor)).toEqual(texts)
})

it('writes a chance above 5% so that it reads so', () => {
  expect([1, 0.4, 0.0521, 0.03, 0.001, 0.00099].map((chance) => formatQValue(chance))).toEqual([
    ...['q = 1', 'q = 0.4', 'q = 0.052', 'q = 0.03', 'q = 0.001', 'q < 0.001'],
  ])
})

it('writes how much a share grew in points, small ones to the hundredth', () => {
  expect([0.019, -0.019, 0.01, 0.348, -0.0004, 0.00002].map(formatPoints)).toEqual([
    '+1.9 points',
    '−1.9 points',
    '+1 point',
    '+34.8 points',
    '−0.04 points',
    '±0 points',
  ])
  expect([0.023, 0].map(formatPointsShort)).toEqual(['+2.3', '±0'])
})

it('writes the load of one CPU or of several', () => {
  expect([0, 12.3, 250.6].map(formatCpu)).toEqual(['0%', '12%', '251%'])
})

it('writes a duration in its two largest units', () => {
  const ms = [0, 850, 4200, 9960, 30_000, 59_700, 200_000, 3_600_000, 18_720_000, 1_051_200_000]
  // Seconds after a token of 90 days was made.
  ms.push(90 * 86_400_000 - 5000, 86_399_000)
  expect(ms.map(formatDuration)).toEqual([
    '0 ms',
    '850 ms',
    '4.2 s',
    '10 s',
    '30 s',
    '1 min',
    '3 min 20 s',
    '1 h',
    '5 h 12 min',
    '12 d 4 h',
    '90 d',
    '1 d',
  ])
})

it('rounds uptime down', () => {
  expect([-5, 400, 4900, 119_000, 7_199_000, 86_399_000, 284_000_000].map(formatUptime)).toEqual([
    '0 s',
    '0 s',
    '4 s',
    '1 min',
    '1 h',
    '23 h',
    '3 d 6 h',
  ])
})

it('says how long ago something was', () => {
  expect([-50, 4000, 59_000, 61_000, 7_300_000, 200_000_000].map(formatAgo)).toEqual([
    'just now',
    'just now',
    '59 s ago',
    '1 min ago',
    '2 h ago',
    '2 d ago',
  ])
})

it('keeps the largest unit alone', () => {
  expect([1000, 59_000, 61_000, 7_300_000, 200_000_000].map(formatLargestUnit)).toEqual([
    '1 s',
    '59 s',
    '1 min',
    '2 h',
    '2 d',
  ])
})

it('writes bytes in the unit of a limit where a tenth of it is used', () => {
  expect(formatBytesBeside(897 * 1024, 48 * 2 ** 20)).toBe('0.876 MiB')
  expect([5 * 2 ** 20, 2 ** 30].map((bytes) => formatBytesBeside(bytes, 4 * 2 ** 30))).toEqual(['5 MiB', '1 GiB'])
})
