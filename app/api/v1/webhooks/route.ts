import { newWebhookSchema } from '../../../../lib/contract/webhooks.ts'
import { json, readJsonBody, withAccess } from '../../../../lib/server.ts'

export const GET = withAccess('admin', async ({ server }) => json({ webhooks: await server.webhooks.list() }))

/** The secret is in this answer and nowhere else. */
export const POST = withAccess('admin', async ({ request, server, caller }) =>
  json(await server.webhooks.make(await readJsonBody(request, newWebhookSchema), caller.person), 201),
)
