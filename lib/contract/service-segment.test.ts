import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { readServiceSegment, writeServiceSegment } from './service-segment.ts'

test('any name comes back, and is one plain segment that no layer reads otherwise', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (service) => {
      const segment = writeServiceSegment(service)
      expect(segment).toMatch(/^[\w~-][\w.~-]*$/)
      expect(readServiceSegment(segment)).toBe(service.toWellFormed())
    }),
  )
})

it('leaves plain names as they are, and writes others so that people can read them', () => {
  expect(writeServiceSegment('shop')).toBe('shop')
  expect(writeServiceSegment('acme/shop')).toBe('acme~2fshop')
  expect(writeServiceSegment('..')).toBe('~2e.')
  expect(writeServiceSegment('')).toBe('~')
})

it('knows what is no name', () => {
  for (const segment of ['', '~2', '~zz', 'a%2fb', '~ff', 'a b'])
    expect(readServiceSegment(segment), segment).toBeNull()
})
