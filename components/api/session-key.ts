import { sessionKeyPath, sessionKeyUser } from '../../lib/contract/session-key.ts'

/** In the storage of this scheme, host and port: a browser that was started again has forgotten what it was given. */
const storedAs = 'hearth-session-key'

/** Gives the browser what it sends with every request to this Hearth from now on; null gives nothing. */
export async function keepSessionKey(key: string | null): Promise<void> {
  if (key === null) return
  localStorage.setItem(storedAs, key)
  await giveToBrowser(key)
}

/** Gives it again, where this browser had one. */
export async function giveStoredSessionKey(): Promise<void> {
  const key = localStorage.getItem(storedAs)
  if (key !== null) await giveToBrowser(key)
}

/** At the end of the session. */
export function forgetSessionKey(): void {
  localStorage.removeItem(storedAs)
}

/** Only an XMLHttpRequest takes a password; whether the browser keeps it, the next request shows. */
function giveToBrowser(key: string): Promise<void> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('GET', sessionKeyPath, true, sessionKeyUser, key)
    request.onloadend = () => resolve()
    request.send()
  })
}
