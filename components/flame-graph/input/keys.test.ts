import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findAction, findKey, keyTable, formatKey } from './keys.ts'

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  findAction({ key, shiftKey: /^[A-Z?+]$/.test(key), target: null, ...more } as KeyboardEvent)

describe('keys', () => {
  beforeEach(() => void vi.stubGlobal('HTMLElement', class {}))
  afterEach(() => void vi.unstubAllGlobals())

  it('have one meaning each', () => {
    const all = keyTable.flatMap(({ keys }) => keys as readonly string[])
    expect(new Set(all).size).toBe(all.length)
    expect(new Set(keyTable.map(({ action }) => action)).size).toBe(keyTable.length)
  })

  it('tell small and capital letters apart', () => {
    expect(press('r')).toBe('fold-direct')
    expect(press('R')).toBe('fold-indirect')
    expect(press('?')).toBe('keys')
  })

  it('with a name mean something else with Shift, or nothing', () => {
    expect(press('ArrowLeft')).toBe('left')
    expect(press('ArrowLeft', { shiftKey: true })).toBe('pan-left')
    expect(press('F10', { shiftKey: true })).toBe('menu')
    expect(press('F10')).toBeUndefined()
    expect(press('Enter', { shiftKey: true })).toBeUndefined()
  })

  it('are the browser’s with Ctrl, Alt or Meta, and not handled while a letter is composed', () => {
    expect(press('h', { ctrlKey: true })).toBeUndefined()
    expect(press('h', { altKey: true })).toBeUndefined()
    expect(press('h', { metaKey: true })).toBeUndefined()
    expect(press('h', { isComposing: true })).toBeUndefined()
    expect(press('h', { defaultPrevented: true })).toBeUndefined()
  })

  it('are said as people read them', () => {
    expect(findKey('focus-path')).toBe('Shift O')
    expect(formatKey('Shift+ArrowRight')).toBe('Shift →')
    expect(formatKey('h')).toBe('h')
  })
})
