import { expect, it } from 'vitest'
import { formatWarning } from './warning.ts'

const text = 'Lines were skipped.'

it.each([
  [{ text, count: 3, line: 1700 }, 'Lines were skipped. 3 times, first in line 1700.'],
  [{ text, count: 3 }, 'Lines were skipped. 3 times.'],
  [{ text, count: 1, line: 1700 }, 'Lines were skipped. In line 1700.'],
  [{ text, count: 1 }, 'Lines were skipped.'],
])('says how often and where first: %j', (warning, formatted) => {
  expect(formatWarning(warning)).toBe(formatted)
})
