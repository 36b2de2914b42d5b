import { describe, expect, it, test } from 'vitest'
import { maxSearches } from '../../../lib/profile/search/search.ts'
import { defaultView, type ViewState } from '../../../lib/profile/view/view.ts'
import {
  addChips,
  addTypedChip,
  editChip,
  keepOnly,
  listOtherTerms,
  removeChip,
  suggestRegex,
  switchCase,
} from './search-changes.ts'
import { listSearchTerms } from './use-search.ts'

const gc = { text: 'gc', caseSensitive: false }
const json = { text: '/json/', caseSensitive: true }
const view = (change: Partial<ViewState>): ViewState => ({ ...defaultView, ...change })

describe('chips', () => {
  it('are made of what was typed, with its case', () => {
    const typed = view({ searches: [gc], search: '/json/', caseSensitive: true })
    expect(addTypedChip(typed)).toEqual({ searches: [gc, json], search: '', caseSensitive: false })
    expect(addTypedChip(view({ search: '' }))).toEqual({})
  })

  it('are there once, and as many as there are colours', () => {
    expect(addChips({ searches: [gc] }, [gc, json])).toEqual({ searches: [gc, json] })
    const many = Array.from({ length: 9 }, (_, at) => ({ text: `${at}`, caseSensitive: false }))
    expect(addChips({ searches: [] }, many).searches).toHaveLength(maxSearches)
  })

  it('change places with what is being typed', () => {
    expect(editChip(view({ searches: [gc, json] }), 0)).toEqual({
      searches: [json],
      search: 'gc',
      caseSensitive: false,
    })
    expect(editChip(view({ searches: [gc], search: 'io' }), 0)).toEqual({
      searches: [{ text: 'io', caseSensitive: false }],
      search: 'gc',
      caseSensitive: false,
    })
  })

  it('can be removed, and mind the case or not', () => {
    expect(removeChip(view({ searches: [gc, json] }), 0)).toEqual({ searches: [json] })
    expect(switchCase(view({ searches: [gc] }), 0)).toEqual({ searches: [{ text: 'gc', caseSensitive: true }] })
  })

  it('become filters, and so does what is typed', () => {
    expect(keepOnly(view({ searches: [gc, json] }), 1)).toEqual({
      searches: [gc],
      filters: [{ type: 'keep', search: json }],
    })
    expect(keepOnly(view({ searches: [gc], search: 'io' }), 1)).toEqual({
      search: '',
      filters: [{ type: 'keep', search: { text: 'io', caseSensitive: false } }],
    })
    expect(keepOnly(defaultView, 0)).toEqual({})
  })
})

describe('a text that looks like a regex', () => {
  it.each(['shop.*Rule', 'find|price', '^shop', 'Rule$', String.raw`shop\.\w+`])('%s is suggested as one', (text) => {
    expect(suggestRegex(text)).toBe(`/${text}/`)
  })

  it.each(['', 'shop.Rule', 'Shop$$Lambda', 'operator new[]', '/shop.*/', '/shop.*', '(shop.*', 'std::map<int, int*>'])(
    'is not %j',
    (text) => {
      expect(suggestRegex(text)).toBeNull()
    },
  )
})

test('other searches than the typed one ignore the case, and take it for a regex, in both cases', () => {
  const term = (text: string, caseSensitive: boolean) => ({ text, caseSensitive })
  expect(listOtherTerms(term('gc', false))).toEqual([])
  expect(listOtherTerms(term('gc', true))).toEqual([term('gc', false)])
  expect(listOtherTerms(term('/a|b/', true))).toEqual([term('/a|b/', false)])
  expect(listOtherTerms(term('a|b', true))).toEqual([term('a|b', false), term('/a|b/', true), term('/a|b/', false)])
})

describe('the searches of a view', () => {
  it('are the chips, then what is typed, which has the next colour', () => {
    expect(listSearchTerms(view({ searches: [gc], search: 'io' }))).toEqual({
      terms: [gc, { text: 'io', caseSensitive: false }],
      typed: 1,
    })
    expect(listSearchTerms(view({ searches: [gc] }))).toEqual({ terms: [gc], typed: -1 })
  })

  it('have no colour left after six chips', () => {
    const searches = Array.from({ length: maxSearches }, (_, at) => ({ text: `${at}`, caseSensitive: false }))
    expect(listSearchTerms(view({ searches, search: 'io' }))).toEqual({ terms: searches, typed: -1 })
  })
})
