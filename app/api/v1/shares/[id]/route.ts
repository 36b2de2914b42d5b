import { Problem } from '../../../../../lib/errors.ts'
import { nothing, withAccess } from '../../../../../lib/server.ts'

export const DELETE = withAccess<{ id: string }>('manage', async ({ server, params }) => {
  if (!(await server.shares.revoke(params.id))) throw new Problem('not-found', { what: 'share' })
  return nothing()
})
