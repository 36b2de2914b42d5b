import { firstPictureAnswer, isMember, withAccess } from '../../../../../../lib/server.ts'

/** For the pages of this link: what they draw before they are alive. It is their data that counts as a look. Not kept: the link may be revoked. */
export const GET = withAccess<{ token: string }>('anyone', async ({ server, params, caller }) =>
  firstPictureAnswer(
    await server.shares.openData(params.token, isMember(caller), { countView: false }),
    'private, no-store',
  ),
)
