import { invitedSchema } from '../../../../../lib/contract/requests.ts'
import { json, readRequestOrigin, readJsonBody, withAccess } from '../../../../../lib/server.ts'

export const POST = withAccess('admin', async ({ request, server }) =>
  json(
    await server.makeSignInLink(await readJsonBody(request, invitedSchema), 'made', readRequestOrigin(request)),
    201,
  ),
)
