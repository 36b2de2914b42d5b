import { expect, test } from 'vitest'
import { createGroupSearch, findSearchedGroup, getSearchTitle } from './group-search.ts'
import { searchPresets } from './search-presets.ts'

test.each([
  ['package', 'shop.pricing'],
  ['package', 'shop'],
  ['class', 'shop.Cart'],
  ['class', 'Cart'],
  ['class', 'shop.Cart$Line+1'],
] as const)('the search of the %s %s is known by its text', (level, name) => {
  const search = createGroupSearch(level, name)
  expect(findSearchedGroup(search)).toEqual({ level, name })
  expect(getSearchTitle(search)).toBe(`${level} ${name}`)
})

test.each(['shop.pricing', '/^shop\\./', '/^shop\\.pri.*\\./', '/shop\\.pricing\\./', '/^shop\\.pricing\\.|x/'])(
  '%s is the search of no package or class, and is called by its text',
  (text) => {
    expect(findSearchedGroup({ text, caseSensitive: true })).toBe(null)
    expect(getSearchTitle({ text, caseSensitive: true })).toBe(text)
  },
)

test('a search that ignores the case is of no package', () => {
  expect(findSearchedGroup({ ...createGroupSearch('package', 'shop.pricing'), caseSensitive: false })).toBe(null)
})

test('a preset is called by its title', () => {
  expect(getSearchTitle(searchPresets[0]!.search)).toBe('Garbage collection')
})
