import { newTokenSchema } from '../../../../lib/contract/access.ts'
import { json, readJsonBody, withAccess } from '../../../../lib/server.ts'

export const GET = withAccess('admin', async ({ server }) => json({ tokens: await server.tokens.list() }))

/** The secret is in this answer and nowhere else. */
export const POST = withAccess('admin', async ({ request, server, caller }) =>
  json(await server.tokens.make(await readJsonBody(request, newTokenSchema), caller.person), 201),
)
