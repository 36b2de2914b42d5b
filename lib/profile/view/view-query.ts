import { colourModes, type ColourRule, mostColourRules } from '../colour/colour-group.ts'
import {
  comparisonModes,
  comparisonScales,
  comparisonWidths,
  defaultComparison,
  deltaKinds,
  type ComparisonView,
} from '../compare/merged-tree/comparison.ts'
import { readFilter, readPath, writeFilter } from '../filters/filter-text.ts'
import { maxSearches, type SearchTerm } from '../search/search.ts'
import { defaultView, type ViewState } from './view.ts'

// The person who opens a link did not write it: lists and texts have an end, and nothing in it is an error.
/** Characters of a text in the address of a view; a longer one is left out. */
const maxTextChars = 10_000
/** Filters in the address of a view; further ones are left out. */
const maxFilters = 100
/** A colour rule in the address of a view has a number of a colour below this, or is left out. */
const maxColours = 64
/** A row of a table in the address of a view; a larger number is left out. */
const maxRow = 10_000_000

/**
 * A view as a query. Defaults are left out, so the URL of an untouched view has no query at all.
 *
 *     ?draw=icicle&invert=1&threads=1&base=open&colour=package&zoom=kZ3_x.Qa81b&q=HashMap&case=1&sel=kZ3_x&f=hide:java.lang.Thread.run
 *     ?tab=callers&about=com.acme.Cart.total&chip=json&chip-case=Lock&colour=rules&rule=0:com.acme&rule=3:/^java/
 *     ?mode=side&width=union&delta=self&scale=request&requests=120-130&fade=0&bf=time:0-5000
 */
export function viewToQuery(view: ViewState): URLSearchParams {
  const query = new URLSearchParams()
  const setUnless = (name: string, value: string, usual: string) => value !== usual && query.set(name, value)
  setUnless('tab', view.tab, defaultView.tab)
  setUnless('draw', view.orientation, defaultView.orientation)
  if (view.invert) query.set('invert', '1')
  if (view.byThread) query.set('threads', '1')
  setUnless('base', view.base, defaultView.base)
  setUnless('sort', view.sort, defaultView.sort)
  setUnless('names', view.names, defaultView.names)
  setUnless('colour', view.colour, defaultView.colour)
  for (const { pattern, colour } of view.rules) query.append('rule', `${colour}:${pattern}`)
  setUnless('zoom', view.zoom.join('.'), '')
  if (view.range) query.set('range', view.range.join('-'))
  if (view.row !== null) query.set('row', `${view.row}`)
  for (const { text, caseSensitive } of view.searches) query.append(caseSensitive ? 'chip-case' : 'chip', text)
  setUnless('q', view.search, '')
  if (view.caseSensitive) query.set('case', '1')
  setUnless('sel', view.selected.join('.'), '')
  setUnless('about', view.about, '')
  for (const step of view.filters) query.append('f', writeFilter(step))
  writeComparison(view.comparison, query)
  return query
}

/** The baseline itself is not the view's. Filters of the baseline that are none at all are one empty text. */
function writeComparison(comparison: ComparisonView, query: URLSearchParams): void {
  for (const name of ['mode', 'width', 'delta', 'scale'] as const) {
    if (comparison[name] !== defaultComparison[name] || (name === 'width' && comparison.isWidthChosen))
      query.set(name, comparison[name])
  }
  if (comparison.requests) query.set('requests', comparison.requests.join('-'))
  if (!comparison.fade) query.set('fade', '0')
  const { baselineFilters } = comparison
  if (baselineFilters?.length === 0) query.set('bf', '')
  for (const step of baselineFilters ?? []) query.append('bf', writeFilter(step))
}

/**
 * The view that a query asks for. Other parameters are ignored.
 * Keeps: an invalid part gets its default; a link is never an error. flamegraph.pl's `s` is read as the search.
 */
export function viewFromQuery(query: URLSearchParams): ViewState {
  const text = (name: string) => readText(query.get(name)) ?? ''
  return {
    tab: oneOf(query.get('tab'), ['graph', 'table', 'callers', 'tree']) ?? defaultView.tab,
    orientation: oneOf(query.get('draw'), ['flame', 'icicle']) ?? defaultView.orientation,
    invert: query.get('invert') === '1',
    byThread: query.get('threads') === '1',
    base: oneOf(query.get('base'), ['folded', 'open']) ?? defaultView.base,
    sort: oneOf(query.get('sort'), ['name', 'weight', 'time']) ?? defaultView.sort,
    names: oneOf(query.get('names'), ['full', 'simple']) ?? defaultView.names,
    colour: oneOf(query.get('colour'), colourModes) ?? defaultView.colour,
    rules: readFirst(query.getAll('rule'), mostColourRules, readRule),
    zoom: readPath(text('zoom')),
    range: readRange(query.get('range')),
    row: readRow(query.get('row')),
    searches: readFirst([...query], maxSearches, readChip),
    search: readText(query.get('q') ?? query.get('s')) ?? defaultView.search,
    caseSensitive: query.get('case') === '1',
    selected: readPath(text('sel')),
    about: text('about'),
    filters: readFirst(query.getAll('f'), maxFilters, readFilter),
    comparison: readComparison(query),
  }
}

function readComparison(query: URLSearchParams): ComparisonView {
  const width = oneOf(query.get('width'), comparisonWidths)
  return {
    mode: oneOf(query.get('mode'), comparisonModes) ?? defaultComparison.mode,
    width: width ?? defaultComparison.width,
    isWidthChosen: width !== null,
    delta: oneOf(query.get('delta'), deltaKinds) ?? defaultComparison.delta,
    scale: oneOf(query.get('scale'), comparisonScales) ?? defaultComparison.scale,
    requests: readRequests(query.get('requests')),
    fade: query.get('fade') !== '0',
    baselineFilters: query.has('bf') ? readFirst(query.getAll('bf'), maxFilters, readFilter) : null,
  }
}

/** Gives the items that can be read, in their order, up to so many. */
function readFirst<Item, Read>(items: readonly Item[], most: number, read: (item: Item) => Read | null): Read[] {
  const values: Read[] = []
  for (const item of items) {
    if (values.length === most) break
    const value = read(item)
    if (value !== null) values.push(value)
  }
  return values
}

function oneOf<Choice extends string>(text: string | null, choices: readonly Choice[]): Choice | null {
  return choices.find((choice) => choice === text) ?? null
}

function readText(text: string | null): string | null {
  return text === null || text.length > maxTextChars ? null : text
}

/** `chip=HashMap`, or `chip-case=HashMap` where capitals count. */
function readChip([name, value]: readonly [string, string]): SearchTerm | null {
  const text = name === 'chip' || name === 'chip-case' ? readText(value) : null
  return text === null || text === '' ? null : { text, caseSensitive: name === 'chip-case' }
}

/** `3:com.acme`: the colour, then the pattern. */
function readRule(text: string): ColourRule | null {
  const [, colour, pattern = ''] = /^(\d{1,3}):(.+)$/s.exec(readText(text) ?? '') ?? []
  return colour === undefined || Number(colour) >= maxColours ? null : { pattern, colour: Number(colour) }
}

/** `0.25-0.5`; shares may be as small as 1e-9, written so. */
function readRange(text: string | null): ViewState['range'] {
  const [, from, to] = /^(\d[\d.]*(?:e-\d+)?)-(\d[\d.]*(?:e-\d+)?)$/.exec(text ?? '') ?? []
  const range = [Number(from), Number(to)] as const
  return range[0] >= 0 && range[0] < range[1] && range[1] <= 1 ? range : null
}

function readRow(text: string | null): number | null {
  return text !== null && /^\d{1,8}$/.test(text) && Number(text) <= maxRow ? Number(text) : null
}

/** `120-130`: two numbers above zero, before and after. */
function readRequests(text: string | null): ComparisonView['requests'] {
  const [, before, after] = /^(\d{1,15}(?:\.\d{1,9})?)-(\d{1,15}(?:\.\d{1,9})?)$/.exec(text ?? '') ?? []
  const requests = [Number(before), Number(after)] as const
  return requests[0] > 1e-6 && requests[1] > 1e-6 ? requests : null
}
