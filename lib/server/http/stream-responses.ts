/** Answers that go on for a while: live events, exports. */
import { attachment } from './responses.ts'
import type { ExportFormat } from '../profiles/profile-thread.ts'
import type { ExportedFile } from '../profiles/export-profile.ts'
import type { Server } from '../server.ts'
import { findCaller } from '../api/callers.ts'

/** Answers with server-sent events, until the browser leaves or the session ends. */
export function eventAnswer(caller: string, request: Request, server: Server): Response {
  const headers = new Headers(request.headers)
  const mayRead = async () => (await findCaller(server, headers))?.scopes.includes('read') === true
  const events = server.events(caller, mayRead)
  return new Response(events, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no', // else nginx would hold events back
    },
  })
}

const kinds: Readonly<Record<ExportFormat, { readonly type: string; readonly ending: string }>> = {
  folded: { type: 'text/plain; charset=utf-8', ending: 'folded' },
  // The viewer saves the image of a view as .svg.
  svg: { type: 'image/svg+xml', ending: 'live.svg' },
  pprof: { type: 'application/octet-stream', ending: 'pb.gz' },
  otlp: { type: 'application/octet-stream', ending: 'otlp.gz' },
  speedscope: { type: 'application/json', ending: 'speedscope.json' },
  html: { type: 'text/html; charset=utf-8', ending: 'html' },
  hearth: { type: 'application/octet-stream', ending: 'hearth.gz' },
}

/** Answers with a file to keep, which is never shown on Hearth's own origin. */
export function exportAnswer({ name, format, isAnnotated, bytes }: ExportedFile): Response {
  const { type, ending } = kinds[format]
  return new Response(bytes, {
    headers: {
      'content-type': type,
      'content-disposition': attachment(name, isAnnotated ? `annotated.${ending}` : ending),
      // no-transform: most of these are packed already, and all are streamed.
      'cache-control': 'private, no-store, no-transform',
    },
  })
}
