import { z } from 'zod'
import { exportAnswer, readQuery, withAccess } from '../../../../../lib/server.ts'

const querySchema = z.object({
  format: z.enum(['folded', 'svg']),
  annotate: z.enum(['0', '1']).default('0'),
})

export const GET = withAccess<{ id: string }>('member', async ({ request, server, params }) => {
  const { format, annotate } = readQuery(request, querySchema)
  return exportAnswer(await server.exportProfile(params.id, { format, annotate: annotate === '1' }), format)
})
