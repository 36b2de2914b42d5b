import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Filter } from './filters.ts'
import { viewFromQuery, viewToQuery } from './view-query.ts'
import { defaultView, filtersOfView, type ViewState } from './view.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 20 })
const key = fc.stringMatching(/^[\w-]{5}([*][1-9]\d{0,4})?$/)
const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc.constantFrom({ type: 'by-thread' } as const, { type: 'invert' } as const, { type: 'fold-recursion' } as const),
  fc.record({ type: fc.constantFrom('hide' as const, 'focus' as const, 'drop' as const), name: text }),
  fc.record({ type: fc.constant('threads' as const), threads: fc.array(text, { maxLength: 3 }) }),
  fc.record({ type: fc.constant('time' as const), fromMs: fc.nat(), toMs: fc.nat().map((ms) => ms / 8) }),
)
/** Two shares of a width, as the viewer rounds them. */
const anyRange = fc
  .tuple(fc.nat({ max: 9998 }), fc.integer({ min: 1, max: 9999 }))
  .map(([a, b]): [number, number] => [Math.min(a, b) / 10_000, (Math.max(a, b) + 1) / 10_000])
const anyView: fc.Arbitrary<ViewState> = fc.record({
  tab: fc.constantFrom('graph', 'table'),
  orientation: fc.constantFrom('flame', 'icicle'),
  invert: fc.boolean(),
  byThread: fc.boolean(),
  colour: fc.constantFrom('kind', 'package'),
  zoom: fc.array(key),
  range: fc.option(anyRange),
  search: text,
  caseSensitive: fc.boolean(),
  selected: fc.array(key),
  filters: fc.array(filter, { maxLength: 3 }),
})

describe('a view in a URL', () => {
  test('law: is the view it was, through the text of the URL', () => {
    fc.assert(
      fc.property(anyView, (view) => {
        const url = new URL(`http://127.0.0.1:7117/profiles/1?${viewToQuery(view).toString()}`)
        expect(viewFromQuery(url.searchParams)).toEqual(view)
      }),
      { seed: 11, numRuns: 500 },
    )
  })

  test('has no query as long as nothing was touched', () => {
    expect(viewToQuery(defaultView).toString()).toBe('')
    expect(viewFromQuery(new URLSearchParams())).toEqual(defaultView)
  })

  test('law: junk is as by default, never an error', () => {
    const names = fc.constantFrom('draw', 'invert', 'threads', 'colour', 'zoom', 'case', 'sel', 'f', '__proto__')
    fc.assert(
      fc.property(fc.array(fc.tuple(names, fc.string({ unit: 'binary' }))), (pairs) => {
        const view = viewFromQuery(new URLSearchParams(pairs))
        expect(viewFromQuery(viewToQuery(view))).toEqual(view)
      }),
      { seed: 12, numRuns: 500 },
    )
    const query = new URLSearchParams(
      'draw=upside&zoom=kZ3_x.no!.Qa81b&f=time:x-y&f=threads:{&f=threads:[1]&f=eval:1&q=a',
    )
    expect(viewFromQuery(query)).toEqual({ ...defaultView, search: 'a', zoom: ['kZ3_x'] })
  })

  test('takes the search of a link to a classic flame graph', () => {
    expect(viewFromQuery(new URLSearchParams('x=12.5&y=300&s=HashMap')).search).toBe('HashMap')
  })

  test('splits by thread after all other filters', () => {
    const view: ViewState = { ...defaultView, invert: true, byThread: true, filters: [{ type: 'hide', name: 'a' }] }
    expect(filtersOfView(view).map(({ type }) => type)).toEqual(['hide', 'invert', 'by-thread'])
  })
})
