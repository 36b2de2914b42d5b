import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { librarySorts } from './constants.ts'
import { facets } from './library.ts'
import { readLibraryQuery, wholeLibrary, writeLibraryQuery } from './library-query.ts'

const values = fc.array(fc.string({ minLength: 1, maxLength: 20 }), { maxLength: 4 })
const anyQuery = fc
  .record({
    q: fc.string({ maxLength: 30 }).map((text) => text.trim()),
    ...Object.fromEntries(facets.map((facet) => [facet, values])),
    pinned: fc.constantFrom(null, true, false),
    from: fc.option(fc.nat()),
    to: fc.option(fc.nat()),
    deleted: fc.boolean(),
    sort: fc.constantFrom(...librarySorts),
    order: fc.constantFrom('asc' as const, 'desc' as const),
  })
  .map((more) => ({ ...wholeLibrary, ...more }))

test('what is written into an address is read back the same, whatever was chosen', () => {
  fc.assert(
    fc.property(anyQuery, (query) => {
      expect(readLibraryQuery(new URLSearchParams(writeLibraryQuery(query).toString()))).toEqual(query)
    }),
  )
})

it('asks for all, newest first, without a word', () => {
  expect(writeLibraryQuery(wholeLibrary).toString()).toBe('')
  expect(readLibraryQuery(new URLSearchParams())).toEqual(wholeLibrary)
})

it('refuses what has no bounds', () => {
  for (const query of ['limit=0', 'limit=501', 'limit=x', 'from=yesterday', 'sort=age', `q=${'a'.repeat(501)}`])
    expect(() => readLibraryQuery(new URLSearchParams(query)), query).toThrow()
})
