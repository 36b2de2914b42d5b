/** Which page the browser goes to once it is signed in. */

/** For sessionStorage: of this tab alone, where a sign-in link may be opened later, which names no page. */
const storedAs = 'hearth-next-page'
/** Someone who is sent a sign-in link by hand has it by then. */
const keptMs = 24 * 60 * 60_000

/** 256 bits in base64url, as `createSecret` in lib/access/secrets.ts gives. */
const codePattern = /^#[\w-]{43}$/

/**
 * Gives the code in the address of the sign-in page; empty for none. Where the address names a next page, the browser
 * was sent here from that page and kept its hash: `/settings#people` became `/sign-in?next=%2Fsettings#people`.
 */
export function findSignInCode({ search, hash }: Pick<Location, 'search' | 'hash'>): string {
  const isOfNextPage = new URLSearchParams(search).has('next') && !codePattern.test(hash)
  return isOfNextPage ? '' : hash.slice(1)
}

/**
 * Where to go after signing in: only ever a path of this very site.
 *
 * Keeps: `/` for anything else: another site, `//host`, `/\host` (which browsers read as `//host`), another scheme.
 */
export function safeNextPath(next: string | null, origin: string): string {
  if (!next?.startsWith('/')) return '/'
  const url = URL.parse(next, origin)
  if (url?.origin !== origin || url.pathname.startsWith('//') || url.pathname.startsWith('/sign-in')) return '/'
  return url.pathname + url.search + url.hash
}

/** Keeps the page for a sign-in link that is opened later in this tab. */
export function keepNextPage(storage: Storage, path: string, now: number): void {
  storage.setItem(storedAs, JSON.stringify([now, path]))
}

/** The page that was kept, once: it is forgotten. '/' where there is none, or it is old. */
export function takeNextPage(storage: Storage, origin: string, now: number): string {
  const stored = storage.getItem(storedAs)
  storage.removeItem(storedAs)
  const [, at, path] = /^\[(\d+),(".*")\]$/.exec(stored ?? '') ?? []
  if (at === undefined || now - Number(at) > keptMs) return '/'
  return safeNextPath(JSON.parse(path!) as string, origin)
}

/** What a person who is asked to sign in would see then; null where it is no profile. */
export function describeNextPage(path: string): string | null {
  if (path.startsWith('/s/')) return 'A profile was shared with you, which people who sign in may open.'
  if (/^\/profiles\/[0-9a-f]/.test(path)) return 'This is the address of a profile, which people who sign in may open.'
  return null
}
