/**
 * Over plain HTTP a session is a cookie and a key (docs/decisions/0039-sessions-in-the-clear.md). The browser sends the
 * key as the password of HTTP's Basic authentication, which it keeps for one scheme, host and port.
 */
import { sessionKeyPath, sessionKeyUser } from '../../lib/contract/session-key.ts'

/**
 * Names the key in localStorage, which is for one scheme, host and port, too: a browser that was started again has
 * forgotten the password.
 */
const storedAs = 'hearth-session-key'

/**
 * Stores the key of a session that begins and gives it to the browser, which sends it with every request. By HTTPS
 * there is none (null).
 */
export async function keepSessionKey(key: string | null): Promise<void> {
  if (key === null) return
  localStorage.setItem(storedAs, key)
  await giveToBrowser(key)
}

/** Gives the browser the stored key again, where there is one. */
export async function giveStoredSessionKey(): Promise<void> {
  const key = localStorage.getItem(storedAs)
  if (key !== null) await giveToBrowser(key)
}

/** Removes the stored key when the session ends. */
export function forgetSessionKey(): void {
  localStorage.removeItem(storedAs)
}

/**
 * Only an XMLHttpRequest takes a password, fetch takes none. It never fails here: the next request shows whether the
 * browser keeps it.
 */
function giveToBrowser(key: string): Promise<void> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('GET', sessionKeyPath, true, sessionKeyUser, key)
    request.onloadend = () => resolve()
    request.send()
  })
}
