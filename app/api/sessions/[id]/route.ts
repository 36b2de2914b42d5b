import { Problem } from '../../../../lib/errors.ts'
import { nothing, withAccess } from '../../../../lib/server.ts'

export const DELETE = withAccess<{ id: string }>('member', async ({ server, params }) => {
  if (!(await server.access.end(params.id))) throw new Problem('not-found', { what: 'session' })
  return nothing()
})
