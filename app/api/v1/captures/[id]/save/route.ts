import { captureIdSchema } from '../../../../../../lib/contract.ts'
import { checkId, json, withAccess } from '../../../../../../lib/server.ts'

export const POST = withAccess<{ id: string }>('capture', async ({ server, params }) =>
  json(await server.saveCapture(checkId(captureIdSchema, params.id, 'capture'))),
)
