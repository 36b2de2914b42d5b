import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyView } from '../../testing/profiles/arbitrary-view.ts'
import { randomView } from '../../testing/profiles/random-view.ts'
import { shopProfile } from '../../testing/profiles/shop-profile.ts'
import { viewFromQuery, viewToQuery } from './view-query.ts'
import { defaultView, listViewFilters, type ViewState } from './view.ts'

const throughUrl = (view: ViewState) =>
  viewFromQuery(new URL(`http://127.0.0.1:7117/profiles/1?${viewToQuery(view).toString()}`).searchParams)

describe('a view in a URL', () => {
  test('law: is the same after writing it to a URL and reading it', () => {
    fc.assert(
      fc.property(anyView, (view) => {
        expect(throughUrl(view)).toEqual(view)
      }),
      { seed: 11, numRuns: 500 },
    )
  })

  test('law: so is every view of a real profile, with a URL short enough for any server', () => {
    const profile = shopProfile()
    const views = Array.from({ length: 60 }, (_, seed) => randomView(profile, seed))
    for (const view of views) {
      expect(throughUrl(view)).toEqual(view)
      expect(viewToQuery(view).toString().length).toBeLessThan(4000)
    }
    // Every part of the state differs from the default in some view.
    for (const part of Object.keys(defaultView) as (keyof ViewState)[]) {
      expect(views.some((view) => JSON.stringify(view[part]) !== JSON.stringify(defaultView[part]), part)).toBe(true)
    }
  })

  test('has no query by default', () => {
    expect(viewToQuery(defaultView).toString()).toBe('')
    expect(viewFromQuery(new URLSearchParams())).toEqual(defaultView)
  })

  test('law: invalid values are read as the default, never as an error', () => {
    const parts = [
      'tab',
      'draw',
      'invert',
      'threads',
      'sort',
      'names',
      'colour',
      'rule',
      'zoom',
      'range',
      'row',
    ] as const
    const more = ['chip', 'chip-case', 'q', 'case', 'sel', 'about', 'f', '__proto__'] as const
    const comparison = ['mode', 'width', 'delta', 'scale', 'requests', 'fade', 'bf'] as const
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .tuple(fc.constantFrom('~', '', 'time:', 'only-packages:', 'fold-framework:'), fc.string())
        .map((s) => s.join('')),
      fc.constantFrom(
        'time:-0--0',
        'time:1e999-2',
        'only-packages:,\\',
        'fold-framework:a:..*0',
        'threads:["a"]',
        '-0',
        '120-130.5',
        '0-1',
      ),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...parts, ...more, ...comparison), value)), (pairs) => {
        const view = viewFromQuery(new URLSearchParams(pairs))
        expect(viewFromQuery(viewToQuery(view))).toEqual(view)
      }),
      { seed: 12, numRuns: 300 },
    )
    const query = new URLSearchParams(
      'draw=upside&zoom=kZ3_x.no!.Qa81b&f=time:x-y&f=threads:{&f=threads:[1]&f=eval:1&q=a&row=-1&rule=x:y&chip=&sort=size',
    )
    expect(viewFromQuery(query)).toEqual({ ...defaultView, search: 'a', zoom: ['kZ3_x'] })
  })

  test('of excessive size is limited to what a user can make', () => {
    const query = new URLSearchParams()
    for (let count = 0; count < 5000; count++) {
      for (const name of ['f', 'chip', 'rule']) query.append(name, name === 'f' ? 'invert' : '1:a')
    }
    query.set('q', 'x'.repeat(1_000_000))
    query.set('zoom', 'kZ3_x.'.repeat(100_000))
    query.append('f', `hide:${'x'.repeat(1_000_000)}`)
    const view = viewFromQuery(query)
    expect([view.filters.length, view.searches.length, view.rules.length]).toEqual([100, 6, 50])
    expect([view.search, view.zoom]).toEqual(['', []])
  })

  test('has a readable query', () => {
    const view: ViewState = {
      ...defaultView,
      searches: [
        { text: 'json', caseSensitive: false },
        { text: 'Lock', caseSensitive: true },
      ],
      filters: [
        { type: 'only-packages', packages: ['com.acme', 'org.shop'] },
        { type: 'fold-framework', pack: 'spring', open: ['kZ3_x*4'] },
        { type: 'keep', search: { text: 'Cart', caseSensitive: false }, off: true },
        { type: 'fold-recursion', reach: 'indirect' },
      ],
    }
    expect(decodeURIComponent(viewToQuery(view).toString())).toBe(
      'chip=json&chip-case=Lock&f=only-packages:com.acme,org.shop&f=fold-framework:spring:kZ3_x*4&f=~keep:Cart&f=fold-recursion:indirect',
    )
  })

  test('has the options of a comparison, and filters of the baseline even if there are none', () => {
    const comparison = {
      mode: 'side',
      width: 'union',
      isWidthChosen: true,
      delta: 'self',
      scale: 'request',
      requests: [120, 130],
      fade: false,
      baselineFilters: [],
    } as const
    const query = viewToQuery({ ...defaultView, comparison })
    expect(query.toString()).toBe('mode=side&width=union&delta=self&scale=request&requests=120-130&fade=0&bf=')
    expect(viewFromQuery(query).comparison).toEqual(comparison)
    expect(viewFromQuery(new URLSearchParams('baseline=1')).comparison.baselineFilters).toBe(null)
    expect(viewFromQuery(new URLSearchParams('requests=0-12')).comparison.requests).toBe(null)
  })

  test('says that a width was chosen, be it the usual one', () => {
    const read = (text: string) => viewFromQuery(new URLSearchParams(text))
    expect(read('baseline=1').comparison).toMatchObject({ width: 'after', isWidthChosen: false })
    expect(read('width=after').comparison).toMatchObject({ width: 'after', isWidthChosen: true })
    expect(viewToQuery(read('width=after')).toString()).toBe('width=after')
  })

  test('is read from links of older versions', () => {
    expect(viewFromQuery(new URLSearchParams('f=fold-recursion&f=threads:["a,b"]&f=time:1-2.5')).filters).toEqual([
      { type: 'fold-recursion', reach: 'direct' },
      { type: 'threads', threads: ['a,b'] },
      { type: 'time', fromMs: 1, toMs: 2.5 },
    ])
  })

  test('has the search of a link to a classic flame graph', () => {
    expect(viewFromQuery(new URLSearchParams('x=12.5&y=300&s=HashMap')).search).toBe('HashMap')
  })

  test('splits by thread after all other filters, and leaves out those that are off', () => {
    const view: ViewState = {
      ...defaultView,
      invert: true,
      byThread: true,
      filters: [
        { type: 'hide', name: 'a' },
        { type: 'hide', name: 'b', off: true },
      ],
    }
    const typesOf = (one: ViewState) => listViewFilters(one).map(({ type }) => type)
    expect(typesOf(view)).toEqual(['hide', 'invert', 'by-thread'])
    // The base is folded in graphs that start at the roots.
    expect(typesOf({ ...view, invert: false })).toEqual(['hide', 'fold-base', 'by-thread'])
    expect(typesOf({ ...view, invert: false, base: 'open' })).toEqual(['hide', 'by-thread'])
    expect(typesOf({ ...defaultView, filters: [{ type: 'invert' }] })).toEqual(['invert'])
    for (const tab of ['table', 'callers'] as const) expect(typesOf({ ...defaultView, tab })).toEqual([])
  })

  test('folds the base of a graph that was inverted twice, after the second time', () => {
    const typesOf = (one: Partial<ViewState>) => listViewFilters({ ...defaultView, ...one }).map(({ type }) => type)
    const invert = { type: 'invert' } as const
    expect(typesOf({ filters: [invert], invert: true })).toEqual(['invert', 'invert', 'fold-base'])
    expect(typesOf({ filters: [invert, invert] })).toEqual(['invert', 'invert', 'fold-base'])
    expect(typesOf({ filters: [invert, { ...invert, off: true }] })).toEqual(['invert'])
    expect(typesOf({ filters: [invert, invert], invert: true })).toEqual(['invert', 'invert', 'invert'])
  })
})
