/** What a browser may load before anybody signed in. Routes decide for themselves: each has its own access rule. */

/** `/_next/` holds the same code for everyone, no data; a file at the top (`/icon.svg`) likewise. */
export function isOpenToAll(url: string): boolean {
  const path = url.split('?', 1)[0]!
  return (
    path === '/sign-in' ||
    path.startsWith('/s/') ||
    path.startsWith('/embed/') ||
    path.startsWith('/api/') ||
    path.startsWith('/_next/') ||
    /^\/[\w-]+\.(ico|svg|png|webmanifest|txt)$/.test(path)
  )
}

/** The share token of a page that may stand in a page of somebody else; null for every other page. */
export function embeddedToken(url: string): string | null {
  return /^\/embed\/([\w-]{1,100})$/.exec(url.split('?', 1)[0]!)?.[1] ?? null
}

/** Where a stranger is sent, and from there, once signed in, back to what was asked for. */
export function signInPath(url: string): string {
  const [path, query] = url.split('?', 2) as [string, string | undefined]
  const parameters = new URLSearchParams(query)
  parameters.delete('_rsc') // Next's own, for a part of a page
  const asked = parameters.size > 0 ? `${path}?${parameters.toString()}` : path
  return asked === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(asked)}`
}
