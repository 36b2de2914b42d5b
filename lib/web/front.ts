/** Stands before Next: every request passes here first, whatever it asks for. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Problem } from '../errors.ts'
import type { FindRoute, Route } from '../server/api/router.ts'
import { embeddedMark } from '../server/http/responses.ts'
import { embeddedToken, hostRule, isOpenToAll, refusal, signInPath } from './guard.ts'
import { serveRoute } from './serve-route.ts'
import type { ServeStatic } from './static-files.ts'
import { createRateLimit } from '../access/rate-limit.ts'

/**
 * Scripts and styles of ours only, by name of this document's nonce; nothing from anywhere else, no frame, no form to
 * another place. React sets `style` attributes in the HTML it sends, hence the one 'unsafe-inline': an attribute runs no code.
 * A worker takes the policy of its own file, which is this one as well. Only a link that was made for it may stand in a frame.
 */
function contentSecurityPolicy(nonce: string, frameAncestors: "'none'" | '*' = "'none'"): string {
  return [
    `default-src 'none'`,
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')
}

/** For `npm run dev`: React evaluates code to name the frames of an error, and Next's error page has inline styles. */
function developmentPolicy(nonce: string): string {
  return contentSecurityPolicy(nonce)
    .replace(`script-src`, `script-src 'unsafe-eval'`)
    .replace(/style-src '[^;]*/, `style-src 'self' 'unsafe-inline'`)
}

/** For data, also when somebody opens it in a tab of its own: an exported SVG must not run on our origin. */
const dataPolicy = `default-src 'none'; style-src 'unsafe-inline'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const fixedHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  // Share links and view states are in URLs: no other site learns them.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
}

export interface FrontOptions {
  readonly port: number
  readonly bind: string
  /** Further names we answer for. */
  readonly hosts: readonly string[]
  readonly isSignedIn: (cookieHeader: string | undefined) => Promise<boolean>
  /** Whether this share's page may stand in a page of somebody else. */
  readonly isEmbeddable: (token: string) => Promise<boolean>
  readonly serveStatic: ServeStatic
  /** For `npm run dev`: allows what Next's hot reload needs. */
  readonly isDev?: boolean
  /** The API, which needs nothing of Next. */
  readonly findRoute: FindRoute
  readonly next: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

/** Headers that Next or we believe, so that nobody outside may send them. */
const ours =
  /^(x-forwarded-|x-middleware-|x-nextjs-|x-invoke-|x-matched-path|x-now-|x-vercel-|x-nonce$|forwarded$|x-hearth-|next-action$|content-security-policy)/

/** In development a browser sends these: Next needs them to put a changed part of a page in its place. */
const developmentHeader = /^x-nextjs-(html-)?request-id$/

export type Front = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export function createFront(options: FrontOptions): Front {
  const { port, bind, hosts, isSignedIn, isEmbeddable, serveStatic, findRoute, next, isDev = false } = options
  const pagePolicy = isDev ? developmentPolicy : contentSecurityPolicy
  const answersFor = hostRule(port, bind, hosts)
  const limited = createLimits()

  return async function front(request, response) {
    for (const [name, value] of Object.entries(fixedHeaders)) response.setHeader(name, value)
    const url = request.url!
    const refused = refusal(headOf(request), answersFor)
    if (refused) return refuse(response, refused)
    const route = findRoute(request.method!, url.split('?', 1)[0]!)
    const tooMany = limited(request, route)
    if (tooMany) return refuse(response, tooMany)

    if (!isOpenToAll(url) && !(await isSignedIn(request.headers.cookie))) {
      response.writeHead(303, { location: signInPath(url), 'cache-control': 'no-store' }).end()
      return
    }
    const isData = url.startsWith('/api/')
    const nonce = randomBytes(16).toString('base64')
    const embedded = embeddedToken(url)
    const isFramed = embedded !== null && (await isEmbeddable(embedded))
    const policy = isData ? dataPolicy : pagePolicy(nonce, isFramed ? '*' : "'none'")
    const isForged = (name: string): boolean => ours.test(name) && !(isDev && developmentHeader.test(name))
    for (const name of Object.keys(request.headers).filter(isForged)) delete request.headers[name]
    // Next reads the nonce out of the request, to put it on its own scripts.
    request.headers['content-security-policy'] = policy
    request.headers['x-nonce'] = nonce
    response.setHeader('content-security-policy', policy)
    // A page in a frame is the same for everybody: who sits before it is none of the page's business, and could be made to press.
    if (url.startsWith('/embed/')) delete request.headers.cookie
    if (isFramed) {
      response.removeHeader('x-frame-options')
      request.headers[embeddedMark] = '1'
    }
    if (route) return serveRoute(route, request, response)
    if (!serveStatic(request, response)) await next(request, response)
  }
}

function headOf({ method, url, headers, rawHeaders }: IncomingMessage) {
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === 'host')
  const secFetchSite = headers['sec-fetch-site']
  return {
    method: method ?? '',
    url: url ?? '',
    hosts,
    secFetchSite: Array.isArray(secFetchSite) ? secFetchSite.join() : secFetchSite,
    origin: headers.origin,
    authorization: headers.authorization,
  }
}

/** Without reading the body, so the connection cannot be used again. */
function refuse(response: ServerResponse, problem: Problem): void {
  const wait = 'retryAfterSeconds' in problem.facts ? { 'retry-after': String(problem.facts.retryAfterSeconds) } : {}
  response
    .writeHead(problem.status, {
      'content-type': 'application/problem+json',
      'content-security-policy': dataPolicy,
      'cache-control': 'no-store',
      connection: 'close',
      ...wait,
    })
    .end(JSON.stringify(problem))
}

/** How often one address may do what is dear, as its operation says: guess a code, start a capture, send a file; and how often it may try a token. */
function createLimits(): (request: IncomingMessage, route: Route | null) => Problem | null {
  const withToken = createRateLimit({ burst: 300, perSecond: 40 })
  return ({ socket, headers }, route) => {
    const address = socket.remoteAddress ?? ''
    const dear = route?.limit?.take(address) ?? 0
    const retryAfterSeconds = headers.authorization === undefined ? dear : Math.max(dear, withToken.take(address))
    return retryAfterSeconds > 0 ? new Problem('too-many-requests', { retryAfterSeconds }) : null
  }
}
