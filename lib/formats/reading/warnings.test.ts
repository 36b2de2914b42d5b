import { expect, test } from 'vitest'
import { createWarnings } from './warnings.ts'

test('what was skipped is told by its share of the weight; beside a weight that is no number no share is known', () => {
  const warnings = createWarnings()
  warnings.addUnread('lines-skipped', 1, 25)
  expect(warnings.list(75)[0]!.text).toContain('They hold 25% of the weight.')
  warnings.addUnread('counts-not-usable', 2, NaN)
  expect(warnings.list(75).map(({ text }) => /They hold (.*) of the weight/.exec(text)![1])).toEqual([
    'an unknown share',
    'an unknown share',
  ])
})
