import { expect, test } from 'vitest'
import { createWarnings } from './warnings.ts'

test('a warning has the share of the weight that was skipped; with a weight that is not a number the share is unknown', () => {
  const warnings = createWarnings()
  warnings.addUnread('lines-skipped', 1, 25)
  expect(warnings.list(75)[0]!.text).toContain('They hold 25% of the weight.')
  warnings.addUnread('counts-not-usable', 2, NaN)
  expect(warnings.list(75).map(({ text }) => /They hold (.*) of the weight/.exec(text)![1])).toEqual([
    'an unknown share',
    'an unknown share',
  ])
})
