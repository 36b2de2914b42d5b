import { type Filter } from './filters.ts'
import { isPathKey } from './path-keys.ts'
import { defaultView, type ViewState } from './view.ts'

/**
 * A view as a query. What is as by default is left out, so the URL of an untouched view has no query at all.
 *
 *     ?draw=icicle&invert=1&threads=1&colour=package&zoom=kZ3_x.Qa81b&q=HashMap&case=1&sel=kZ3_x&f=hide:java.lang.Thread.run
 */
export function viewToQuery(view: ViewState): URLSearchParams {
  const query = new URLSearchParams()
  if (view.tab === 'table') query.set('tab', 'table')
  if (view.orientation === 'icicle') query.set('draw', 'icicle')
  if (view.invert) query.set('invert', '1')
  if (view.byThread) query.set('threads', '1')
  if (view.colour === 'package') query.set('colour', 'package')
  if (view.zoom.length > 0) query.set('zoom', view.zoom.join('.'))
  if (view.range) query.set('range', view.range.join('-'))
  if (view.search !== '') query.set('q', view.search)
  if (view.caseSensitive) query.set('case', '1')
  if (view.selected.length > 0) query.set('sel', view.selected.join('.'))
  for (const filter of view.filters) query.append('f', writeFilter(filter))
  return query
}

/**
 * The view that a query asks for. Other parameters are nobody's business here.
 * Keeps: whatever cannot be understood is as by default; a link is never an error. flamegraph.pl's `s` is read as the search.
 */
export function viewFromQuery(query: URLSearchParams): ViewState {
  return {
    tab: query.get('tab') === 'table' ? 'table' : defaultView.tab,
    orientation: query.get('draw') === 'icicle' ? 'icicle' : defaultView.orientation,
    invert: query.get('invert') === '1',
    byThread: query.get('threads') === '1',
    colour: query.get('colour') === 'package' ? 'package' : defaultView.colour,
    zoom: readPath(query.get('zoom')),
    range: readRange(query.get('range')),
    search: query.get('q') ?? query.get('s') ?? defaultView.search,
    caseSensitive: query.get('case') === '1',
    selected: readPath(query.get('sel')),
    filters: query.getAll('f').flatMap(readFilter),
  }
}

/** A key that is none ends the path: what follows would be looked for in the wrong place. */
function readPath(text: string | null): string[] {
  const keys = text === null || text === '' ? [] : text.split('.')
  const bad = keys.findIndex((key) => !isPathKey(key))
  return bad < 0 ? keys : keys.slice(0, bad)
}

/** `0.25-0.5`; shares may be as small as 1e-9, written so. */
function readRange(text: string | null): ViewState['range'] {
  const [, from, to] = /^(\d[\d.]*(?:e-\d+)?)-(\d[\d.]*(?:e-\d+)?)$/.exec(text ?? '') ?? []
  const range = [Number(from), Number(to)] as const
  return range[0] >= 0 && range[0] < range[1] && range[1] <= 1 ? range : null
}

function writeFilter(filter: Filter): string {
  switch (filter.type) {
    case 'by-thread':
    case 'invert':
    case 'fold-recursion':
      return filter.type
    case 'hide':
    case 'focus':
    case 'drop':
      return `${filter.type}:${filter.name}`
    case 'threads':
      return `threads:${JSON.stringify(filter.threads)}`
    case 'time':
      return `time:${filter.fromMs}-${filter.toMs}`
  }
}

function readFilter(text: string): Filter[] {
  const [, type, rest = ''] = /^([a-z-]+)(?::(.*))?$/s.exec(text) ?? []
  switch (type) {
    case 'by-thread':
    case 'invert':
    case 'fold-recursion':
      return [{ type }]
    case 'hide':
    case 'focus':
    case 'drop':
      return [{ type, name: rest }]
    case 'threads':
      return readThreads(rest)
    case 'time': {
      const [, from, to] = /^(\d+(?:[.]\d+)?)-(\d+(?:[.]\d+)?)$/.exec(rest) ?? []
      return from === undefined ? [] : [{ type, fromMs: Number(from), toMs: Number(to) }]
    }
    default:
      return []
  }
}

function readThreads(text: string): Filter[] {
  try {
    const threads: unknown = JSON.parse(text)
    const isList = Array.isArray(threads) && threads.every((name) => typeof name === 'string')
    return isList ? [{ type: 'threads', threads }] : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}
