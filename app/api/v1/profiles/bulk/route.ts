import { bulkChangeSchema } from '../../../../../lib/contract/library.ts'
import { json, readJson, withAccess } from '../../../../../lib/server.ts'

export const POST = withAccess('manage', async ({ request, server }) =>
  json(await server.library.change(await readJson(request, bulkChangeSchema))),
)
