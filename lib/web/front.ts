/** Stands before Next: every request passes here first. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Problem } from '../errors.ts'
import type { FindRoute } from '../server/api/router.ts'
import { embeddedMark } from '../server/http/responses.ts'
import { createNetworkFinder, createProtocolFinder } from '../access/client-network.ts'
import { sessionKeyPath } from '../contract/session-key.ts'
import { hostRule, isData, isEmbedPage, isOpenToAll, normalServiceUrl, refusal, signInPath } from './guard.ts'
import { serveRoute } from './serve-route.ts'
import type { ServeStatic } from './static-files.ts'

/**
 * Scripts and styles are files of ours, or inline with this document's nonce; nothing loads from another site, and no
 * form goes to one. React sets `style` attributes in the HTML it sends, hence the one 'unsafe-inline': an attribute
 * runs no code. A worker obeys the policy that came with its own script, so scripts get this one as well. Only pages of
 * links to embed may be in a frame.
 */
function contentSecurityPolicy(nonce: string, frameAncestors: string = "'none'"): string {
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

/** All that may embed a frame: `*` is of the network alone, so a report that is opened as a file is named beside it. */
const anyPage = '* file:'

/** For `npm run dev`: React evaluates code to name the frames of an error, and Next's error page has inline styles. */
function developmentPolicy(nonce: string): string {
  return contentSecurityPolicy(nonce)
    .replace(`script-src`, `script-src 'unsafe-eval'`)
    .replace(/style-src '[^;]*/, `style-src 'self' 'unsafe-inline'`)
}

/**
 * For answers that are data. A person may open one in a tab of its own: no script of an exported SVG may run on our
 * origin.
 */
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
  /** Names, beside the usual ones, that a request may have in its `Host` header. */
  readonly hosts: readonly string[]
  /**
   * Whether this address is of a trusted proxy, whose X-Forwarded-For, X-Forwarded-Proto or Forwarded header says where
   * a request came from, and by which protocol.
   */
  readonly isProxy: (address: string) => boolean
  readonly isSignedIn: (headers: Pick<Headers, 'get'>) => Promise<boolean>
  readonly serveStatic: ServeStatic
  /** For `npm run dev`: allows what Next's hot reload needs. */
  readonly isDev?: boolean
  /** Operations of the API, which are answered without Next. */
  readonly findRoute: FindRoute
  readonly next: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

/** Headers that Next or our own code trusts. They are removed from what a client sends. */
const trustedHeader =
  /^(x-forwarded-|x-middleware-|x-nextjs-|x-invoke-|x-matched-path|x-now-|x-vercel-|x-nonce$|forwarded$|x-hearth-|next-action$|content-security-policy)/

/** In development a browser sends these: Next needs them to put a changed part of a page in its place. */
const developmentHeader = /^x-nextjs-(html-)?request-id$/

export type Front = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export function createFront(options: FrontOptions): Front {
  const { port, bind, hosts, isSignedIn, isProxy, serveStatic, findRoute, next, isDev = false } = options
  const pagePolicy = isDev ? developmentPolicy : contentSecurityPolicy
  const answersFor = hostRule(port, bind, hosts)
  const findNetwork = createNetworkFinder(isProxy)
  const findProtocol = createProtocolFinder(isProxy)

  return async function front(request, response) {
    for (const [name, value] of Object.entries(fixedHeaders)) response.setHeader(name, value)
    const url = request.url!
    // A browser is redirected to it. The guard, which refuses an encoded slash, therefore looks at the normal form.
    const normalUrl = isBrowser(request) ? normalServiceUrl(url) : null
    const head = headOf(request)
    const refused = refusal({ ...head, url: normalUrl ?? head.url }, answersFor)
    if (refused) return refuse(response, refused)
    if (normalUrl !== null) return redirect(response, 308, normalUrl)
    if (url === sessionKeyPath) return takeSessionKey(request, response)
    const route = findRoute(request.method!, url.split('?', 1)[0]!)

    if (!isOpenToAll(url) && !(await isSignedIn(sessionHeaders(request))))
      return redirect(response, 303, signInPath(url))
    const nonce = randomBytes(16).toString('base64')
    // Also where the link does not work: a browser shows no reason for a frame that it refuses.
    const isFramed = isEmbedPage(url)
    const policy = isData(url.split('?', 1)[0]!) ? dataPolicy : pagePolicy(nonce, isFramed ? anyPage : "'none'")
    const client = { network: findNetwork(request), protocol: findProtocol(request) }
    const isForged = (name: string): boolean => trustedHeader.test(name) && !(isDev && developmentHeader.test(name))
    for (const name of Object.keys(request.headers).filter(isForged)) delete request.headers[name]
    // Next reads the nonce out of the request, to put it on its own scripts.
    request.headers['content-security-policy'] = policy
    request.headers['x-nonce'] = nonce
    response.setHeader('content-security-policy', policy)
    // A page in a frame is the same for everyone: the page around it could trick a person who is signed in into
    // pressing something.
    if (url.startsWith('/embed/')) delete request.headers.cookie
    if (isFramed) {
      response.removeHeader('x-frame-options')
      request.headers[embeddedMark] = '1'
    }
    if (route) return serveRoute(route, request, response, client)
    if (!serveStatic(request, response)) await next(request, response)
  }
}

/** The two headers that a session or token is in, with the interface of `Headers`. */
function sessionHeaders({ headers }: IncomingMessage): Pick<Headers, 'get'> {
  const { cookie = null, authorization = null } = headers
  return {
    get: (name) => (name === 'cookie' ? cookie : name === 'authorization' ? authorization : null),
  }
}

/**
 * Makes the browser keep the key of a session (lib/access/session-cookie.ts). Our sign-in page requests this address
 * with the key as a password of HTTP's Basic authentication. The browser sends the password only after a 401 has asked
 * for it, and from then on with every request to this scheme, host and port. A page of another site and a tab get a
 * 404: at a 401 the browser would show a dialog.
 */
function takeSessionKey(request: IncomingMessage, response: ServerResponse): void {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, authorization } = request.headers
  const isOurPage = site === 'same-origin' && mode !== 'navigate'
  const asksForKey = isOurPage && authorization === undefined
  response
    .writeHead(!isOurPage ? 404 : asksForKey ? 401 : 204, {
      'cache-control': 'no-store',
      ...(asksForKey && { 'www-authenticate': 'Basic realm="Hearth"' }),
    })
    .end()
}

/** Programs accept JSON, or anything; only a browser names HTML. */
function isBrowser({ headers }: IncomingMessage): boolean {
  return headers.accept?.includes('text/html') ?? false
}

function redirect(response: ServerResponse, status: 303 | 308, location: string): void {
  response.writeHead(status, { location, 'cache-control': 'no-store' }).end()
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

/** The body is not read, so the connection is closed: what is left of it would be taken for the next request. */
function refuse(response: ServerResponse, problem: Problem): void {
  response
    .writeHead(problem.status, {
      'content-type': 'application/problem+json',
      'content-security-policy': dataPolicy,
      'cache-control': 'no-store',
      connection: 'close',
    })
    .end(JSON.stringify(problem))
}
