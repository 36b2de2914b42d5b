import { isMember, pictureAnswer, withAccess } from '../../../../lib/server.ts'

/** What a chat shows of the link. Drawn from what the link shows, so it can tell nothing else. */
export const GET = withAccess<{ token: string }>('anyone', async ({ server, params, caller }) =>
  pictureAnswer(await server.shares.preview(params.token, isMember(caller))),
)
