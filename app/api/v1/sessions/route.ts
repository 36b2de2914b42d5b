import { json, withAccess } from '../../../../lib/server.ts'

export const GET = withAccess('admin', async ({ server, caller }) =>
  json({ sessions: await server.sessions(caller.session) }),
)

/** Everybody but the one who asks. */
export const DELETE = withAccess('admin', async ({ server, caller }) =>
  json({ revoked: await server.access.endAllBut(caller.session?.id ?? '') }),
)
