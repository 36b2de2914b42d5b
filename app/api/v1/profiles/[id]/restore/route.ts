import { json, withAccess } from '../../../../../../lib/server.ts'

export const POST = withAccess<{ id: string }>('manage', async ({ server, params }) =>
  json(await server.restoreProfile(params.id)),
)
