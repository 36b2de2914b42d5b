import { describe, expect, it } from 'vitest'
import { profileTextLimits } from '../../contract/constants.ts'
import { visiblePieces, visibleText } from './visible-text.ts'

describe('a name from a container', () => {
  it('stays as it is when every character can be seen', () => {
    expect(visiblePieces('shop-1 · Łódź 注文 😀')).toEqual([{ text: 'shop-1 · Łódź 注文 😀', isMark: false }])
  })

  it('shows a mark where text would be turned around', () => {
    expect(visiblePieces('safe\u202etxt.exe')).toEqual([
      { text: 'safe', isMark: false },
      { text: 'U+202E', isMark: true },
      { text: 'txt.exe', isMark: false },
    ])
  })

  it('shows controls, zero-width characters and tags as marks', () => {
    expect(visibleText('a\u0000b\u001b[31mc\u200bd\u{e0041}\nline')).toBe('a‹␀›b‹␛›[31mc‹U+200B›d‹U+E0041›‹↵›line')
  })

  it('leaves markup alone: it is text, and React shows it as text', () => {
    expect(visibleText('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>')
  })

  it('is cut when it is 10 MB long, and says how much is missing', () => {
    const pieces = visiblePieces('x'.repeat(10_000_000), 100)
    expect(pieces).toEqual([
      { text: 'x'.repeat(100), isMark: false },
      { text: '+9999900 more', isMark: true },
    ])
  })

  it('is never cut in the middle of a character', () => {
    expect(visiblePieces('😀😀', 3)).toEqual([
      { text: '😀', isMark: false },
      { text: '+2 more', isMark: true },
    ])
  })

  it('law: keeps its end in an accessible name, however long it is', () => {
    const moment = ', 2026-11-28 11:12 UTC'
    for (const length of [1, 60, 1999, 2001, 10_000_000]) {
      const text = visibleText(`${'x'.repeat(length)}${moment}`)
      expect(text.startsWith('x')).toBe(true)
      expect(text.endsWith(moment)).toBe(true)
      expect(text.length).toBeLessThan(2100)
    }
  })

  it('is whole in an accessible name that any profile of a person can have', () => {
    const { name, service } = profileTextLimits
    const text = 'x'.repeat(name + service)
    expect(visibleText(text)).toBe(text)
  })

  it('has no pieces when it is empty', () => {
    expect(visiblePieces('')).toEqual([])
  })
})
