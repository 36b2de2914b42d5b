import { bulkChangeSchema } from '../../../../../lib/contract/library.ts'
import { json, readJsonBody, withAccess } from '../../../../../lib/server.ts'

export const POST = withAccess('manage', async ({ request, server }) =>
  json(await server.library.change(await readJsonBody(request, bulkChangeSchema))),
)
