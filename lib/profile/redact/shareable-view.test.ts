import { expect, test } from 'vitest'
import type { FilterStep } from '../filters/filters.ts'
import { redactView } from './shareable-view.ts'
import { defaultView, type ViewState } from '../view/view.ts'
import { viewFromQuery, viewToQuery } from '../view/view-query.ts'

const view: ViewState = {
  ...defaultView,
  tab: 'callers',
  about: 'com.secret.Foo.bar',
  colour: 'rules',
  rules: [{ pattern: 'secret', colour: 1 }],
  zoom: ['kZ3_x'],
  selected: ['kZ3_x'],
  search: 'secret',
  invert: true,
  filters: [
    { type: 'hide', name: 'com.secret.Foo.bar' },
    { type: 'threads', threads: ['secret-1'] },
    { type: 'time', fromMs: 1, toMs: 2 },
    { type: 'fold-recursion', reach: 'direct' },
  ],
  comparison: {
    ...defaultView.comparison,
    width: 'union',
    baselineFilters: [{ type: 'drop', name: 'com.secret.X.y' }],
  },
}

test('a link to a redacted copy holds no name, and what else was set', () => {
  const shown = redactView(view, { keepPackages: [], threads: true, places: true })
  expect(viewToQuery(shown).toString()).not.toMatch(/secret|kZ3_x/)
  expect(shown).toMatchObject({ tab: 'graph', invert: true, colour: 'kind', comparison: { width: 'union' } })
  expect(shown.filters.map(({ type }) => type)).toEqual(['time', 'fold-recursion'])
  expect(shown.comparison.baselineFilters).toEqual([])
  expect(viewFromQuery(viewToQuery(shown)).invert).toBe(true)
})

test('what is not hidden stays', () => {
  expect(redactView(view, { keepPackages: null, threads: false, places: false })).toEqual(view)
})

test.each([
  { threads: true, places: false },
  { threads: false, places: true },
])(
  'a link that hides threads or places ($threads, $places) holds no name of one, and keeps filters by method',
  (hidden) => {
    const name = 'secret-1 · exec'
    const steps: FilterStep[] = [
      { type: 'hide', name: 'com.acme.Foo.bar' },
      { type: 'threads', threads: [name] },
      { type: 'keep', search: { text: name, caseSensitive: false } },
      { type: 'keep', search: { text: name, caseSensitive: true }, off: true },
      { type: 'time', fromMs: 1, toMs: 2 },
    ]
    const named: ViewState = {
      ...view,
      about: name,
      search: name,
      searches: [{ text: name, caseSensitive: false }],
      rules: [{ pattern: name, colour: 1 }],
      filters: steps,
      comparison: { ...view.comparison, baselineFilters: steps },
    }
    const shown = redactView(named, { keepPackages: null, ...hidden })
    expect(viewToQuery(shown).toString()).not.toMatch(/secret|kZ3_x/)
    expect(shown).toMatchObject({ tab: 'graph', colour: 'kind', invert: true, zoom: [], searches: [] })
    for (const filters of [shown.filters, shown.comparison.baselineFilters])
      expect(filters?.map(({ type }) => type)).toEqual(['hide', 'time'])
  },
)
