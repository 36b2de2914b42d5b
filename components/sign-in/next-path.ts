/**
 * Where to go after signing in: a path of this very site, whatever the link says.
 *
 * Keeps: `/` for anything else: another site, `//host`, `/\host` (which browsers read as `//host`), another scheme.
 */
export function safeNextPath(next: string | null, origin: string): string {
  if (!next?.startsWith('/')) return '/'
  const url = URL.parse(next, origin)
  if (url?.origin !== origin || url.pathname.startsWith('//') || url.pathname.startsWith('/sign-in')) return '/'
  return url.pathname + url.search + url.hash
}
