import { replicaQuerySchema } from '../../../../../../lib/contract/library.ts'
import { json, readQuery, readService, withAccess } from '../../../../../../lib/server.ts'

export const GET = withAccess<{ service: string }>('read', async ({ request, server, params }) => {
  const service = readService(params.service)
  return json(await server.library.replicas({ service, ...readQuery(request, replicaQuerySchema) }))
})
