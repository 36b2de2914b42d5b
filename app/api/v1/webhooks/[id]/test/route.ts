import { json, withAccess } from '../../../../../../lib/server.ts'

/** Calls it now; the answer says what came of it. */
export const POST = withAccess<{ id: string }>('admin', async ({ server, params }) =>
  json(await server.webhooks.test(params.id)),
)
