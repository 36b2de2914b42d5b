import { firstPictureAnswer, withAccess } from '../../../../../../lib/server.ts'

/** For the page of this profile: what it draws before it is alive. It never changes. */
export const GET = withAccess<{ id: string }>('read', async ({ server, params }) =>
  firstPictureAnswer(await server.openProfile(params.id), 'private, max-age=31536000, immutable'),
)
