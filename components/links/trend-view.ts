import { maxTrendFunctions } from '../../lib/contract/constants.ts'
import { simpleName } from '../../lib/profile/names/names.ts'

/** The view of a service's trend, as it stands in the page's address. */
export interface TrendView {
  /** Canonical names, packages as `com.acme.*`; none: the hottest ones. */
  readonly functions: readonly string[]
  readonly kind: 'self' | 'total'
  /** Unix ms, both or none. */
  readonly range: readonly [from: number, to: number] | null
}

/** The view in an address. Keeps: what is not valid is left out; a link is never an error. */
export function readTrendView(query: URLSearchParams): TrendView {
  const [from, to] = ['from', 'to'].map((name) => Number(query.get(name) ?? Number.NaN)) as [number, number]
  return {
    functions: [...new Set(query.getAll('function').filter((name) => name !== ''))].slice(0, maxTrendFunctions),
    kind: query.get('share') === 'total' ? 'total' : 'self',
    range: from <= to ? [from, to] : null,
  }
}

/** `?event=cpu&function=com.acme.Cart.total&share=total&from=1763900000000&to=1763990000000`; defaults are left out. */
export function writeTrendView({ functions, kind, range }: TrendView, event: string | null): string {
  const query = new URLSearchParams()
  if (event !== null) query.set('event', event)
  for (const name of functions) query.append('function', name)
  if (kind === 'total') query.set('share', kind)
  if (range) {
    query.set('from', String(range[0]))
    query.set('to', String(range[1]))
  }
  const text = query.toString()
  return text && `?${text}`
}

/** `com.acme.` of the package `com.acme.*`; null for a function. */
function packagePrefix(name: string): string | null {
  return name.endsWith('.*') ? name.slice(0, -1) : null
}

/** `Cart.total` of `com.acme.Cart.total`; a package stays as it is. */
export function shortFunction(name: string): string {
  return packagePrefix(name) === null ? simpleName(name) : name
}

/** The address of a profile, with a search for this function or package, case-sensitive. */
export function createFunctionHref(profileId: string, name: string): string {
  return `/profiles/${profileId}?${new URLSearchParams({ q: packagePrefix(name) ?? name, case: '1' }).toString()}`
}
