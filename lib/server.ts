/** What pages and routes hold of the web program. */
import 'server-only'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { sessionCookie } from './access/sessions.ts'
import type { Session } from './contract.ts'
import { embeddedMark } from './server/http/responses.ts'
import { findServer } from './server/running.ts'
import type { Server } from './server/server.ts'
import { findSession } from './server/http/with-access.ts'

export { firstPictureAnswer, json, liveAnswer, nothing, previewAnswer, storedAnswer } from './server/http/responses.ts'
export { openapiDocument } from './server/openapi/document.ts'
export {
  checkId,
  readIdempotencyKey,
  readImport,
  readJsonBody,
  readLibraryRequest,
  readQuery,
  readService,
  readUpload,
} from './server/http/read-request.ts'
export { sharePreview } from './server/shares/share-preview.ts'
export { eventAnswer, exportAnswer } from './server/http/stream-responses.ts'
export { isMember, withAccess } from './server/http/with-access.ts'

export function getServer(): Server {
  return findServer()
}

/** Whoever looks at this page; null when nobody is signed in. */
export async function currentSession(): Promise<Session | null> {
  return findSession(findServer(), (await headers()).get('cookie'))
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

/** The Set-Cookie that starts a session, or ends it (null). The browser says itself by which way it came. */
export function cookieOf(request: Request, server: Server, token: string | null): string {
  return sessionCookie(server.port, token, request.headers.get('origin')?.startsWith('https:') ?? false)
}

/** The address by which whoever asks reaches us: it is one that works, also behind a proxy. */
export function readRequestOrigin(request: Request): string {
  return request.headers.get('origin') ?? `http://${request.headers.get('host')}`
}
