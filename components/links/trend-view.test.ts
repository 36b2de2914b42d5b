import { expect, it } from 'vitest'
import { viewFromQuery } from '../../lib/profile/view/view-query.ts'
import { createFunctionHref, readTrendView, shortFunction, writeTrendView } from './trend-view.ts'

it('is read from an address as it was written there', () => {
  const view = { functions: ['com.acme.Cart.total', 'a<b, c>(d&)'], kind: 'total', range: [10, 20] } as const
  expect(readTrendView(new URLSearchParams(writeTrendView(view, 'cpu')))).toEqual(view)
  expect(writeTrendView({ functions: [], kind: 'self', range: null }, null)).toBe('')
})

it('leaves out what makes no sense', () => {
  const functions = Array.from({ length: 7 }, (_, index) => `function=f${index % 6}`).join('&')
  const view = readTrendView(new URLSearchParams(`${functions}&function=&share=all&from=20&to=10`))
  expect(view).toEqual({ functions: ['f0', 'f1', 'f2', 'f3', 'f4'], kind: 'self', range: null })
  expect(readTrendView(new URLSearchParams('from=20')).range).toBeNull()
})

it('leads to a profile with the function searched', () => {
  const name = 'com.acme.Cart$Line.total'
  const { search, caseSensitive } = viewFromQuery(new URL(createFunctionHref('p', name), 'http://hearth').searchParams)
  expect([search, caseSensitive]).toEqual([name, true])
  expect(createFunctionHref('p', 'com.acme.*')).toBe('/profiles/p?q=com.acme.&case=1')
})

it('shortens functions, not packages', () => {
  expect(['com.acme.Cart.total', 'com.acme.shop.*'].map(shortFunction)).toEqual(['Cart.total', 'com.acme.shop.*'])
})
