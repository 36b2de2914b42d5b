import { isMember, json, withAccess } from '../../../../../lib/server.ts'

export const GET = withAccess<{ token: string }>('anyone', async ({ server, params, caller }) =>
  json(await server.shares.view(params.token, isMember(caller))),
)
