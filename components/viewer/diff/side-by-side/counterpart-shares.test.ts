import { expect, test } from 'vitest'
import { formatOtherShare } from './counterparts.ts'

test('what is written at a counterpart is a share, or that there is none', () => {
  const ofAll = { own: 0.5, otherWhole: 'all' }
  expect(formatOtherShare({ ...ofAll, other: 0.142 })).toBe('14.2% of all')
  expect(formatOtherShare({ ...ofAll, other: null })).toBe('absent here')
})
