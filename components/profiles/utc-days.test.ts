import { expect, it } from 'vitest'
import { parseDayEnd, formatDayInput, parseDayStart, formatDayRange } from './utc-days.ts'

it('reads a day as all of it', () => {
  const from = parseDayStart('2026-11-01')!
  const to = parseDayEnd('2026-11-07')!
  expect(to - from).toBe(7 * 86_400_000)
  expect(formatDayInput(from)).toBe('2026-11-01')
  expect(formatDayRange(from, to)).toBe('2026-11-01 to 2026-11-07')
  expect(formatDayRange(null, to)).toBe('until 2026-11-07')
  expect([parseDayStart(''), parseDayEnd('nonsense'), formatDayInput(null), formatDayRange(null, null)]).toEqual([
    null,
    null,
    '',
    '',
  ])
})

it('says a moment to the minute', () => {
  expect(formatDayRange(Date.parse('2026-11-21T14:05:09Z'), null)).toBe('since 2026-11-21 14:05')
})
