/**
 * Which requests may pass, decided from their head alone: the first thing every request meets, static files included.
 */
import { readServiceSegment, writeServiceSegment } from '../contract/service-segment.ts'
import { otlpProfilesPath } from '../contract/imports.ts'
import { Problem } from '../errors.ts'

export interface RequestHead {
  readonly method: string
  /** The request target as it came, query included. */
  readonly url: string
  /** Every Host header there was. */
  readonly hosts: readonly string[]
  readonly secFetchSite: string | undefined
  readonly origin: string | undefined
  readonly authorization: string | undefined
}

const reads = ['GET', 'HEAD']
const acts = ['POST', 'PUT', 'PATCH', 'DELETE']
/** Spellings that one layer reads as `/`, `.`, `\` or an end and the next one does not. */
const disguised = /%2f|%5c|%2e|%00|%25|\\|;|\/\/|[^\x21-\x7e]/i
/** Characters of the address of a request; a longer one is refused. */
const longestUrl = 8192

/**
 * Gives what checks the Host header of a request: whether Hearth answers for that name on `port`. A name given with a
 * port counts with that port only, one without with any.
 */
export function hostRule(port: number, bind: string, named: readonly string[]): (host: string) => boolean {
  const bound = bind.includes(':') ? `[${bind}]` : bind
  const withPort = new Set(['127.0.0.1', 'localhost', '[::1]', bound].map((name) => `${name}:${port}`))
  if (port === 80) for (const name of [...withPort]) withPort.add(name.slice(0, -':80'.length))
  const allowedNames = new Set(named.map((name) => name.toLowerCase()))
  return (host) => withPort.has(host) || allowedNames.has(host) || allowedNames.has(host.replace(/:\d{1,5}$/, ''))
}

/**
 * Why this request is refused; null when it may pass.
 *
 * - A path that is not in its one normal form: two layers could disagree about what it names.
 * - A host we do not answer for: a hostile name that was made to resolve to loopback (DNS rebinding).
 * - An act, or a read of the API, that a page of another origin sends: also another port of this host is another
 *   origin.
 * - An act that does not say where it comes from and has no token: a browser always says it. With a token it is a
 *   program that acts, and may: no page can send an Authorization header without the browser telling its origin, and no
 *   cookie counts beside it.
 */
export function refusal(request: RequestHead, answersFor: (host: string) => boolean): Problem | null {
  const { method, url, hosts } = request
  const path = url.split('?', 1)[0]!
  if (!path.startsWith('/') || disguised.test(path) || /\/\.{1,2}(\/|$)/.test(path) || url.length > longestUrl)
    return new Problem('invalid-request', { what: 'its path is not in normal form' })
  const host = hosts[0]?.toLowerCase()
  if (hosts.length !== 1 || host === undefined || !answersFor(host))
    return new Problem('foreign-host', { host: hosts.join(', ') || 'none' })

  // Next always has this route. It would write files and take addresses to fetch; we have no use for it.
  if (path === '/_next/image') return new Problem('not-found', { what: 'page' })
  const isApi = isData(path)
  if (reads.includes(method)) return isApi && !isOurRead(request) ? foreign(request) : null
  // Pages never act, so that nothing but our own routes ever reads a body.
  if (!acts.includes(method) || !isApi) return new Problem('invalid-request', { what: `no ${method} here` })
  if (request.secFetchSite === undefined && request.origin === undefined)
    return hasToken(request) ? null : new Problem('token-missing', {})
  return isOurAct(request, host) ? null : foreign(request)
}

/** The API, and what senders of OpenTelemetry expect beside it. */
export function isData(path: string): boolean {
  return path.startsWith('/api/') || path === otlpProfilesPath
}

/** `none` is a person: the address bar, a bookmark. Absent is no browser; the session decides about it. */
function isOurRead({ secFetchSite }: RequestHead): boolean {
  return secFetchSite === undefined || secFetchSite === 'same-origin' || secFetchSite === 'none'
}

function hasToken({ authorization = '' }: RequestHead): boolean {
  return /^bearer /i.test(authorization)
}

function isOurAct({ secFetchSite, origin }: RequestHead, host: string): boolean {
  if (secFetchSite !== undefined && secFetchSite !== 'same-origin') return false
  if (origin === undefined) return secFetchSite === 'same-origin'
  return origin.toLowerCase() === `http://${host}` || origin.toLowerCase() === `https://${host}`
}

function foreign({ origin, secFetchSite }: RequestHead): Problem {
  return new Problem('foreign-origin', { origin: origin ?? secFetchSite ?? 'nowhere' })
}

/**
 * Whether an address is open without signing in. `/_next/` holds the same code for everyone, no data; a file at the top
 * (`/icon.svg`) likewise.
 */
export function isOpenToAll(url: string): boolean {
  const path = url.split('?', 1)[0]!
  return (
    path === '/sign-in' ||
    path.startsWith('/s/') ||
    path.startsWith('/embed/') ||
    isData(path) ||
    path.startsWith('/_next/') ||
    /^\/[\w-]+\.(ico|svg|png|webmanifest|txt)$/.test(path)
  )
}

/** Whether an address is of a page that another site may embed: that of a share link, which may be a wrong one. */
export function isEmbedPage(url: string): boolean {
  return /^\/embed\/[^/]+$/.test(url.split('?', 1)[0]!)
}

/**
 * The address of a service's page as our own links write it, for one with the usual percent-encoding; null for every
 * other address.
 *
 *     /services/acme%2Fshop?event=cpu     /services/acme~2fshop?event=cpu
 */
export function normalServiceUrl(url: string): string | null {
  const [, segment, rest] = /^\/services\/([^/?]+)((?:\/(?:since-last-deploy|replicas))?(?:\?.*)?)$/.exec(url) ?? []
  if (segment === undefined || readServiceSegment(segment) !== null) return null
  try {
    return `/services/${writeServiceSegment(decodeURIComponent(segment))}${rest}`
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

/** Where a stranger is sent, and from there, once signed in, back to what was asked for. */
export function signInPath(url: string): string {
  const [path, query] = url.split('?', 2) as [string, string | undefined]
  const parameters = new URLSearchParams(query)
  parameters.delete('_rsc') // Next's own, for a part of a page
  const target = parameters.size > 0 ? `${path}?${parameters.toString()}` : path
  return target === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(target)}`
}
