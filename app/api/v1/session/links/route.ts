import { invitedSchema } from '../../../../../lib/contract/requests.ts'
import { json, originOf, readJson, withAccess } from '../../../../../lib/server.ts'

export const POST = withAccess('admin', async ({ request, server }) =>
  json(await server.makeSignInLink(await readJson(request, invitedSchema), 'made', originOf(request)), 201),
)
