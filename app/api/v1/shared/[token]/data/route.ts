import { isMember, storedAnswer, withAccess } from '../../../../../../lib/server.ts'

/** Not kept by the browser: a revoked link must not go on working from its cache. To ask for its head is not to look at it. */
export const GET = withAccess<{ token: string }>('anyone', async ({ request, server, params, caller }) => {
  const countView = request.method === 'GET'
  return storedAnswer(
    request,
    await server.shares.openData(params.token, isMember(caller), { countView }),
    'private, no-store',
  )
})
