/** Answers that go on for a while: live events, exports. */
import { attachment } from './answers.ts'
import type { Server } from './server.ts'
import { findSession } from './with-access.ts'

/** Server-sent events, until the browser leaves or the session ends. */
export function eventAnswer(request: Request, server: Server): Response {
  const cookie = request.headers.get('cookie')
  const events = server.events(async () => (await findSession(server, cookie)) !== null)
  return new Response(events, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  })
}

const contentTypes = { folded: 'text/plain; charset=utf-8', svg: 'image/svg+xml' }

/** A file to keep; never shown on our own origin. */
export function exportAnswer(
  { name, text }: { name: string; text: ReadableStream },
  format: keyof typeof contentTypes,
): Response {
  return new Response(text, {
    headers: {
      'content-type': contentTypes[format],
      'content-disposition': attachment(name, format),
      'cache-control': 'private, no-store',
    },
  })
}
