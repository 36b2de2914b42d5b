import { targetIdSchema } from '../../../../../../lib/contract.ts'
import { checkId, json, withAccess } from '../../../../../../lib/server.ts'

/** Not a GET: it may signal the JVM. */
export const POST = withAccess<{ id: string }>('capture', async ({ server, params }) =>
  json(await server.doctor(checkId(targetIdSchema, params.id, 'JVM'))),
)
