import { expect, it } from 'vitest'
import { dayEnd, dayOf, dayStart, timeWords } from './utc-days.ts'

it('reads a day as all of it', () => {
  const from = dayStart('2026-11-01')!
  const to = dayEnd('2026-11-07')!
  expect(to - from).toBe(7 * 86_400_000)
  expect(dayOf(from)).toBe('2026-11-01')
  expect(timeWords(from, to)).toBe('2026-11-01 to 2026-11-07')
  expect(timeWords(null, to)).toBe('until 2026-11-07')
  expect([dayStart(''), dayEnd('nonsense'), dayOf(null), timeWords(null, null)]).toEqual([null, null, '', ''])
})

it('says a moment to the minute', () => {
  expect(timeWords(Date.parse('2026-11-21T14:05:09Z'), null)).toBe('since 2026-11-21 14:05')
})
