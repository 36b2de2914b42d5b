import { json, withAccess } from '../../../../../lib/server.ts'

export const GET = withAccess<{ token: string }>('anyone', async ({ server, params }) =>
  json({ notes: await server.notes.listShared(params.token) }),
)
