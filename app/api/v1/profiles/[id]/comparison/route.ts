import { comparisonQuerySchema } from '../../../../../../lib/contract/comparisons.ts'
import { json, readQuery, withAccess } from '../../../../../../lib/server.ts'

export const GET = withAccess<{ id: string }>('read', async ({ request, server, params }) =>
  json(await server.compare({ after: params.id, ...readQuery(request, comparisonQuerySchema) })),
)
