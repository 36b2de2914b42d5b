import { storedAnswer, withAccess } from '../../../../../../lib/server.ts'

/** A profile never changes, so a browser need not ask twice. */
export const GET = withAccess<{ id: string }>('read', async ({ request, server, params }) =>
  storedAnswer(request, await server.openProfile(params.id), 'private, max-age=31536000, immutable'),
)
