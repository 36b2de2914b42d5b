/** What pages hold of the web program. */
import 'server-only'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { Session } from './contract/access.ts'
import { embeddedMark } from './server/http/responses.ts'
import { findServer } from './server/running.ts'
import type { Server } from './server/server.ts'
import { findSession } from './server/api/callers.ts'

export { sharePreview } from './server/shares/share-preview.ts'

export function getServer(): Server {
  return findServer()
}

/** Whoever looks at this page; null when nobody is signed in. */
export async function currentSession(): Promise<Session | null> {
  return findSession(findServer(), await headers())
}

/** The first line of every page that is not for everybody. The front program sends strangers away too; this is the second lock. */
export async function requireSession(): Promise<Session> {
  return (await currentSession()) ?? redirect('/sign-in')
}

/** Whether this page stands in a page of somebody else; the front program says so. */
export async function isEmbedded(): Promise<boolean> {
  return (await headers()).has(embeddedMark)
}

/** The nonce of this document's Content-Security-Policy. Reading it makes a page dynamic, which every page has to be. */
export async function readNonce(): Promise<string> {
  return (await headers()).get('x-nonce') ?? ''
}
