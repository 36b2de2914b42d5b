import { expect, test } from 'vitest'
import { sampleSummary } from '../../lib/testing/samples.ts'
import { groupByCapture } from './capture-rows.ts'
import { formatSelected } from './selection-bar.tsx'

const profile = (id: string, captureId: string | null = null) => sampleSummary({ id, captureId })

test('a selection says how many rows and profiles it has, and of how many', () => {
  const alone = groupByCapture([profile('a'), profile('b')])
  expect(formatSelected(alone, null)).toBe('2 rows selected')
  expect(formatSelected(alone, 1080)).toBe('2 rows selected (2 of 1,080 profiles)')
  const events = groupByCapture([profile('a', 'x'), profile('b', 'x'), profile('c')])
  expect(formatSelected(events, null)).toBe('2 rows selected (3 profiles)')
  expect(formatSelected(events, 80)).toBe('2 rows selected (3 of 80 profiles)')
})

test('where captures were found by some of their events, those that were asked for are no part of what is selected', () => {
  const rows = groupByCapture([profile('a', 'x')], [profile('b', 'x')])
  expect(formatSelected(rows, 80)).toBe('1 row selected (2 profiles)')
})
