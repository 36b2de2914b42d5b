import { Problem } from '../../../../lib/errors.ts'
import { json, withAccess } from '../../../../lib/server.ts'

export const GET = withAccess<{ token: string }>('anyone', async ({ server, params }) => {
  const profile = await server.sharedProfile(params.token)
  if (!profile) throw new Problem('not-found', { what: 'shared profile' })
  return json(profile)
})
