import { storedAnswer, withAccess } from '../../../../../lib/server.ts'

/** Not kept by the browser: a revoked link must not go on working from its cache. */
export const GET = withAccess<{ token: string }>('anyone', async ({ request, server, params }) =>
  storedAnswer(request, await server.openShared(params.token), 'private, no-store'),
)
