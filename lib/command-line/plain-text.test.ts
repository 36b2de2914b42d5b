import { expect, test } from 'vitest'
import { escapeControls } from './plain-text.ts'

test('what steers a terminal or hides in a name is shown as an escape', () => {
  expect(escapeControls('a\u001b[2Jb\nc\u009bd')).toBe(String.raw`a\u{1b}[2Jb\u{a}c\u{9b}d`)
  expect(escapeControls('pay\u202eroll\u200b')).toBe(String.raw`pay\u{202e}roll\u{200b}`)
})

test('names of all scripts stay as they are', () => {
  expect(escapeControls('com.acme.Größe.計算 $Proxy1')).toBe('com.acme.Größe.計算 $Proxy1')
})
