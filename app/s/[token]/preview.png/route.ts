import { isMember, previewAnswer, withAccess } from '../../../../lib/server.ts'

/** What a chat shows of the link. Drawn from what the link shows, so it can tell nothing else. */
export const GET = withAccess<{ token: string }>('anyone', async ({ server, params, caller }) =>
  previewAnswer(await server.shares.preview(params.token, isMember(caller))),
)
