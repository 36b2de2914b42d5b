import { describe, expect, it } from 'vitest'
import { shortName } from '../../../lib/profile/names/names.ts'
import { createLabelFitter } from './label-fitter.ts'

const names = ['com.acme.shop.Cart.total', '注文.計算', 'a']

/** A font whose ASCII is 7 px wide, and everything else 14. */
function measureInto(measured: string[]) {
  return (text: string) => {
    measured.push(text)
    return [...text].reduce((width, character) => width + (character > '~' ? 14 : 7), 0)
  }
}

describe('a label', () => {
  const fit = (frame: number, widthPx: number) =>
    createLabelFitter(measureInto([]), (index) => names[index]!, shortName).fit(frame, widthPx)

  it('is the whole name where it fits', () => {
    expect(fit(0, 24 * 7)).toBe('com.acme.shop.Cart.total')
  })

  it('loses its package first and its method last', () => {
    expect(fit(0, 24 * 7 - 1)).toBe('c.acme.shop.Cart.total')
    expect(fit(0, 10 * 7)).toBe('Cart.total')
    expect(fit(0, 5 * 7)).toBe('total')
  })

  it('is empty where nothing readable fits', () => {
    expect(fit(0, 2 * 7)).toBe('')
    expect(fit(2, 2 * 7)).toBe('')
  })

  it('of wide characters is as long as their measured width allows', () => {
    expect(fit(1, 63)).toBe('注文.計算')
    expect(fit(1, 62).length).toBeLessThan(names[1]!.length)
  })

  it('measures a name once, and a name of ASCII never', () => {
    const measured: string[] = []
    const labels = createLabelFitter(measureInto(measured), (index) => names[index]!, shortName)
    for (let widthPx = 0; widthPx < 200; widthPx++) for (const frame of [0, 1]) labels.fit(frame, widthPx)
    expect(measured).toEqual(['0', '注文.計算'])
  })
})
