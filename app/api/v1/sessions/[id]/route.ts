import { roleChangeSchema } from '../../../../../lib/contract/requests.ts'
import { Problem } from '../../../../../lib/errors.ts'
import { nothing, readJsonBody, withAccess } from '../../../../../lib/server.ts'

/** Of somebody else: nobody takes the keys out of their own hand. */
export const PATCH = withAccess<{ id: string }>('admin', async ({ request, server, params, caller }) => {
  const { role } = await readJsonBody(request, roleChangeSchema)
  if (params.id === caller.session?.id) throw new Problem('invalid-request', { what: 'it is about your own role' })
  if (!(await server.access.setRole(params.id, role))) throw new Problem('not-found', { what: 'session' })
  return nothing()
})

export const DELETE = withAccess<{ id: string }>('admin', async ({ server, params }) => {
  if (!(await server.access.end(params.id))) throw new Problem('not-found', { what: 'session' })
  return nothing()
})
