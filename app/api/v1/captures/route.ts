import { captureRequestSchema } from '../../../../lib/contract.ts'
import { json, readIdempotencyKey, readJsonBody, withAccess } from '../../../../lib/server.ts'

export const GET = withAccess('read', async ({ server }) => json({ captures: await server.captures() }))

/** One capture per JVM at a time: whoever asks second gets the running one, with 200, as does who sends a key again. */
export const POST = withAccess('capture', async ({ request, server, caller }) => {
  const key = readIdempotencyKey(request)
  const captureRequest = await readJsonBody(request, captureRequestSchema)
  const { capture, isNew } = await server.startCapture({
    request: captureRequest,
    person: caller.person,
    owner: caller.id,
    key,
  })
  return json(capture, isNew ? 201 : 200)
})
