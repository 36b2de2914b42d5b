/**
 * How a browser carries its session. By HTTPS that is a cookie which no other host can set and nothing sends in the
 * clear. Over plain HTTP a cookie alone would not do: cookies do not know ports, so every program on another port of
 * this host receives it (docs/decisions/0039-sessions-in-the-clear.md). There a second secret goes with it, the key,
 * which browsers keep for one scheme, host and port: as the password of HTTP's Basic authentication.
 */

import { dayMs } from '../contract/constants.ts'
import { sessionKeyUser } from '../contract/session-key.ts'

/** How long a sign-in lives at most: its session and its cookie. */
export const longestSessionMs = dayMs

/** The way by which a request came. */
export type Way = 'https' | 'clear'

/** `key`: null by HTTPS. */
export interface SessionSecret {
  readonly token: string
  readonly key: string | null
}

/** Joins both parts of a secret to the text whose hash is stored. */
export function joinSecret({ token, key }: SessionSecret): string {
  return key === null ? token : `${token}.${key}`
}

/** The name has the port: two Hearths on one host would sign each other out. */
function cookieName(port: number, way: Way): string {
  return `${way === 'https' ? '__Host-' : ''}hearth_session_${port}`
}

/** SameSite=Strict: no other site's page can act, or even look, in our user's name. Null ends the cookie. */
export function sessionCookie(port: number, token: string | null, way: Way): string {
  const rest = `Path=/; HttpOnly; SameSite=Strict${way === 'https' ? '; Secure' : ''}`
  return token === null
    ? `${cookieName(port, way)}=; ${rest}; Max-Age=0`
    : `${cookieName(port, way)}=${token}; ${rest}; Max-Age=${longestSessionMs / 1000}`
}

/** Gives the possible joined secrets of sessions in these headers; a browser that came by both ways has two. */
export function readSessionSecrets(port: number, headers: Pick<Headers, 'get'>): string[] {
  const secure = readCookie(headers.get('cookie'), cookieName(port, 'https'))
  const clear = readCookie(headers.get('cookie'), cookieName(port, 'clear'))
  const key = readSessionKey(headers)
  return [
    ...(secure === null ? [] : [secure]),
    ...(clear === null || key === null ? [] : [joinSecret({ token: clear, key })]),
  ]
}

/** The key of a session in an Authorization header; null where there is none. */
export function readSessionKey(headers: Pick<Headers, 'get'>): string | null {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''
  const [user, key] = Buffer.from(encoded, 'base64').toString('latin1').split(':')
  return user === sessionKeyUser && key ? key : null
}

/** The Authorization header that carries a key. */
export function writeSessionKey(key: string): string {
  return `Basic ${Buffer.from(`${sessionKeyUser}:${key}`).toString('base64')}`
}

function readCookie(header: string | null, name: string): string | null {
  const pair = header
    ?.split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(`${name}=`))
  return pair?.slice(name.length + 1) || null
}
