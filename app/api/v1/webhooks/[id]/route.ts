import { Problem } from '../../../../../lib/errors.ts'
import { nothing, withAccess } from '../../../../../lib/server.ts'

export const DELETE = withAccess<{ id: string }>('admin', async ({ server, params }) => {
  if (!(await server.webhooks.remove(params.id))) throw new Problem('not-found', { what: 'webhook' })
  return nothing()
})
