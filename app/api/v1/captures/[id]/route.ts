import { Problem } from '../../../../../lib/errors.ts'
import { json, withAccess } from '../../../../../lib/server.ts'

export const GET = withAccess<{ id: string }>('read', async ({ server, params }) => {
  const capture = await server.capture(params.id)
  if (!capture) throw new Problem('not-found', { what: 'capture' })
  return json(capture)
})
