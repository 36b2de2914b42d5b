import { json, withAccess } from '../../../lib/server.ts'

export const GET = withAccess('member', async ({ server, session }) =>
  json({ sessions: await server.sessions(session) }),
)

/** Everybody but the one who asks. */
export const DELETE = withAccess('member', async ({ server, session }) =>
  json({ revoked: await server.access.endAllBut(session.id) }),
)
