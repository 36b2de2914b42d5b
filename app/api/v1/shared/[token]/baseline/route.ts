import { isMember, storedAnswer, withAccess } from '../../../../../../lib/server.ts'

/** The bytes of what the shared profile is compared with; whoever looks has been counted by the other. */
export const GET = withAccess<{ token: string }>('anyone', async ({ request, server, params, caller }) =>
  storedAnswer(request, await server.shares.openBaseline(params.token, isMember(caller)), 'private, no-store'),
)
