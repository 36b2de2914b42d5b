import type { Filter, FilterStep } from './filters.ts'
import { isPathKey } from '../tree/path-keys.ts'

/**
 * Writes a step of a view's list as one short text for a URL: its type, then its argument. A leading `~` is a step that
 * is off.
 *
 *     hide:java.lang.Thread.run    ~keep:HashMap    keep-case:HashMap    time:1200-3400.5    threads:["http-1","http-2"]
 *     only-packages:com.acme,org.acme    fold-framework:spring:kZ3_x*4.Qa81b*7    focus-path:kZ3_x.Qa81b    fold-recursion:indirect
 */
export function writeFilter(step: FilterStep): string {
  return (step.off === true ? '~' : '') + writeBody(step)
}

/** Reads a step. Keeps: gives null for a text that is none, or is longer than any person would make it. */
export function readFilter(text: string): FilterStep | null {
  const isOff = text.startsWith('~')
  const filter = text.length > maxFilterChars ? null : readBody(isOff ? text.slice(1) : text)
  return filter === null || !isOff ? filter : { ...filter, off: true }
}

/** A template of C++ can have a name of thousands of characters; a URL much longer than this is refused by servers. */
const maxFilterChars = 10_000
/** Items of a filter and keys of a path in the address of a view; further ones are left out. */
const maxItems = 1000

function writeBody(filter: Filter): string {
  switch (filter.type) {
    case 'by-thread':
    case 'invert':
    case 'fold-base':
    case 'strip-lines':
    case 'hide-idle':
      return filter.type
    case 'fold-recursion':
      return filter.reach === 'direct' ? filter.type : `${filter.type}:${filter.reach}`
    case 'hide':
    case 'show-from':
    case 'focus':
    case 'drop':
    case 'collapse-package':
    case 'collapse-module':
      return `${filter.type}:${filter.name}`
    case 'only-packages':
      return `${filter.type}:${filter.packages.map(escapeItem).join(',')}`
    case 'fold-framework':
      return [filter.type, filter.pack, ...(filter.open.length > 0 ? [filter.open.join('.')] : [])].join(':')
    case 'focus-path':
      return `${filter.type}:${filter.path.join('.')}`
    case 'keep':
      return `${filter.search.caseSensitive ? 'keep-case' : 'keep'}:${filter.search.text}`
    case 'threads':
      return `${filter.type}:${JSON.stringify(filter.threads)}`
    case 'time':
      return `${filter.type}:${filter.fromMs}-${filter.toMs}`
  }
}

function readBody(text: string): Filter | null {
  const [, type, rest = ''] = /^([a-z-]+)(?::(.*))?$/s.exec(text) ?? []
  switch (type) {
    case 'by-thread':
    case 'invert':
    case 'fold-base':
    case 'strip-lines':
    case 'hide-idle':
      return { type }
    case 'fold-recursion':
      return { type, reach: rest === 'indirect' ? 'indirect' : 'direct' }
    case 'hide':
    case 'show-from':
    case 'focus':
    case 'drop':
    case 'collapse-package':
    case 'collapse-module':
      return { type, name: rest }
    case 'only-packages':
      return { type, packages: readItems(rest) }
    case 'fold-framework':
      return readFold(rest)
    case 'focus-path':
      return { type, path: readPath(rest) }
    case 'keep':
    case 'keep-case':
      return { type: 'keep', search: { text: rest, caseSensitive: type === 'keep-case' } }
    case 'threads':
      return readThreads(rest)
    case 'time':
      return readTime(rest)
    default:
      return null
  }
}

/** Reads `kZ3_x.Qa81b`. Keeps: a key that is none ends the path: later keys would be searched under a wrong node. */
export function readPath(text: string): string[] {
  const keys = text === '' ? [] : text.split('.', maxItems)
  const bad = keys.findIndex((key) => !isPathKey(key))
  return bad < 0 ? keys : keys.slice(0, bad)
}

function readFold(text: string): Filter | null {
  const [, pack, open = ''] = /^([\w-]{1,40})(?::(.*))?$/s.exec(text) ?? []
  return pack === undefined ? null : { type: 'fold-framework', pack, open: open.split('.', maxItems).filter(isPathKey) }
}

function readThreads(text: string): Filter | null {
  try {
    const threads: unknown = JSON.parse(text)
    const isList = Array.isArray(threads) && threads.every((name) => typeof name === 'string')
    return isList ? { type: 'threads', threads: threads.slice(0, maxItems) } : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Two numbers as JavaScript writes them, with a dash between. */
function readTime(text: string): Filter | null {
  const number = String.raw`-?\d+(?:\.\d+)?(?:e[+-]?\d+)?`
  const [, from, to] = new RegExp(`^(${number})-(${number})$`).exec(text) ?? []
  // Plus 0: `-0` would be another number after the next writing.
  const [fromMs, toMs] = [Number(from) + 0, Number(to) + 0]
  return Number.isFinite(fromMs) && Number.isFinite(toMs) ? { type: 'time', fromMs, toMs } : null
}

function escapeItem(item: string): string {
  return item.replace(/[\\,]/g, String.raw`\$&`)
}

/** Items between commas, `\,` for a comma and `\\` for a backslash in one. Empty items are none. */
function readItems(text: string): string[] {
  const items = text.match(/(?:[^\\,]|\\.)+/gs) ?? []
  return items.slice(0, maxItems).map((item) => item.replace(/\\(.)/gs, '$1'))
}
