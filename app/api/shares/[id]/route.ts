import { Problem } from '../../../../lib/errors.ts'
import { nothing, withAccess } from '../../../../lib/server.ts'

export const DELETE = withAccess<{ id: string }>('member', async ({ server, params }) => {
  if (!(await server.revokeShare(params.id))) throw new Problem('not-found', { what: 'share' })
  return nothing()
})
