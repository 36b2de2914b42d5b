import { captureIdSchema } from '../../../../../../lib/contract.ts'
import { checkId, liveAnswer, withAccess } from '../../../../../../lib/server.ts'

/** Pages put `capture.live` into the query, so that each picture has an address of its own. */
export const GET = withAccess<{ id: string }>('read', async ({ request, server, params }) => {
  const id = checkId(captureIdSchema, params.id, 'capture')
  return liveAnswer(request, id, await server.openLive(id))
})
