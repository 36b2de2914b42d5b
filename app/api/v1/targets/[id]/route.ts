import { Problem } from '../../../../../lib/errors.ts'
import { json, withAccess } from '../../../../../lib/server.ts'

export const GET = withAccess<{ id: string }>('read', ({ server, params }) => {
  const target = server.target(params.id)
  if (!target) throw new Problem('not-found', { what: 'JVM' })
  return json(target)
})
