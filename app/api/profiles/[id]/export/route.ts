import { z } from 'zod'
import { exportAnswer, exportFormats, readQuery, withAccess } from '../../../../../lib/server.ts'

const querySchema = z.object({
  format: z.enum(exportFormats),
  annotate: z.enum(['0', '1']).default('0'),
  view: z.string().max(16_384).default(''),
})

export const GET = withAccess<{ id: string }>('member', async ({ request, server, params }) => {
  const { annotate, ...rest } = readQuery(request, querySchema)
  return exportAnswer(await server.exportProfile(params.id, { ...rest, annotate: annotate === '1' }))
})
