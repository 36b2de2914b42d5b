import { serviceQuerySchema } from '../../../../../lib/contract/library.ts'
import { json, readQuery, readService, withAccess } from '../../../../../lib/server.ts'

export const GET = withAccess<{ service: string }>('read', async ({ request, server, params }) => {
  const { event } = readQuery(request, serviceQuerySchema)
  return json(await server.library.timeline(readService(params.service), event))
})
