import { isMember, json, withAccess } from '../../../../../../lib/server.ts'

export const GET = withAccess<{ token: string }>('anyone', async ({ server, params, caller }) =>
  json({ notes: await server.shares.notes(params.token, isMember(caller)) }),
)
