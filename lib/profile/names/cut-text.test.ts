import { expect, test } from 'vitest'
import { cutText, takeStart } from './cut-text.ts'

test.each([
  ['a very long name', 15, 'a very long na…'],
  ['fits as it is', 13, 'fits as it is'],
  ['a blank before the cut', 8, 'a blank…'],
  ['a🔥b', 3, 'a…'],
  ['a🔥b', 4, 'a🔥b'],
  ['🔥🔥🔥', 5, '🔥🔥…'],
  ['ab', 1, '…'],
  ['', 0, ''],
])('%j cut to %i units is %j', (text, maxLength, cut) => {
  expect(cutText(text, maxLength)).toBe(cut)
})

test('no cut of a text makes it longer than the limit, or leaves half a pair', () => {
  const text = 'a🔥 🔥🔥 b🔥'
  for (let length = 1; length <= text.length; length++) {
    expect(cutText(text, length).length).toBeLessThanOrEqual(length)
    expect(cutText(text, length).isWellFormed()).toBe(true)
    expect(text.startsWith(takeStart(text, length))).toBe(true)
    expect(takeStart(text, length).isWellFormed()).toBe(true)
  }
})
