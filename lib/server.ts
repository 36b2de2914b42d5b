/** What pages use of the web program. */
import 'server-only'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { Session } from './contract/access.ts'
import { embeddedMark } from './server/http/responses.ts'
import type { NounWithIds } from './server/complete-id.ts'
import { findServer } from './server/running.ts'
import type { Server } from './server/server.ts'
import { findSession, listNamesOf } from './server/api/callers.ts'

export { sharePreview } from './server/shares/share-preview.ts'

export function getServer(): Server {
  return findServer()
}

/** The person who looks at this page; null when no one is signed in. */
export async function currentSession(): Promise<Session | null> {
  return findSession(findServer(), await headers())
}

/** Lists the names by which this person begins and ends things: see listNamesOf. None where no one is signed in. */
export async function listOwnNames(session: Session | null): Promise<string[]> {
  return session === null ? [] : listNamesOf(session.person, await findServer().people.tokens.list())
}

/**
 * Gives the session of the person who looks, or redirects to the page for signing in: the first line of every page
 * that is not public. The front program refuses strangers too; this is the second check.
 */
export async function requireSession(): Promise<Session> {
  return (await currentSession()) ?? redirect('/sign-in')
}

/**
 * Leads from an id that is cut short, as commands print it, to the whole one; else gives how many ids begin so: 0 where
 * the id is whole.
 */
export async function redirectToWhole(
  noun: NounWithIds,
  cut: string,
  addressOf: (whole: string) => string,
): Promise<number> {
  const { id, count } = await findServer().completeId(noun, cut)
  if (id !== null && id !== cut) redirect(addressOf(id))
  return count
}

/** Whether this page is embedded in one of another origin; the front program says so. */
export async function isEmbedded(): Promise<boolean> {
  return (await headers()).has(embeddedMark)
}

/**
 * The nonce of this document's Content-Security-Policy. Reading it makes a page dynamic, which every page has to be.
 */
export async function readNonce(): Promise<string> {
  return (await headers()).get('x-nonce') ?? ''
}
