import { exportQuerySchema } from '../../../../../../lib/contract/requests.ts'
import { exportAnswer, readQuery, withAccess } from '../../../../../../lib/server.ts'

export const GET = withAccess<{ id: string }>('read', async ({ request, server, params }) => {
  const { annotate, ...rest } = readQuery(request, exportQuerySchema)
  return exportAnswer(await server.exportProfile(params.id, { ...rest, annotate: annotate === '1' }))
})
