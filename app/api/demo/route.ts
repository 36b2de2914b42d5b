import { z } from 'zod'
import { json, readJson, withAccess } from '../../../lib/server.ts'

const bodySchema = z.object({ action: z.enum(['start', 'stop']) })

export const POST = withAccess('member', async ({ request, server }) => {
  const { action } = await readJson(request, bodySchema)
  return json(await server.setDemo(action))
})
