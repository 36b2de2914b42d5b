/** The cookie that carries a session's token. */

/** Cookies do not know ports: without the port in its name, two Hearths on one host would sign each other out. */
export function sessionCookieName(port: number): string {
  return `hearth_session_${port}`
}

/**
 * SameSite=Strict: no other site's page can act, or even look, in our user's name. Secure where the browser came by
 * HTTPS, through a proxy: it is never sent in the clear then. Null ends the cookie.
 */
export function sessionCookie(port: number, token: string | null, isHttps: boolean): string {
  const rest = `Path=/; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`
  return token === null
    ? `${sessionCookieName(port)}=; ${rest}; Max-Age=0`
    : `${sessionCookieName(port)}=${token}; ${rest}; Max-Age=86400`
}

/** The token in a Cookie header, null when there is none. */
export function readSessionCookie(port: number, header: string | null | undefined): string | null {
  const start = `${sessionCookieName(port)}=`
  const found = header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(start))
  return found?.slice(start.length) || null
}
