import { captureRequestSchema } from '../../../../lib/contract.ts'
import { json, readIdempotencyKey, readJson, withAccess } from '../../../../lib/server.ts'

export const GET = withAccess('read', async ({ server }) => json({ captures: await server.captures() }))

/** One capture per JVM at a time: whoever asks second gets the running one, with 200, as does who sends a key again. */
export const POST = withAccess('capture', async ({ request, server, caller }) => {
  const key = readIdempotencyKey(request)
  const asked = await readJson(request, captureRequestSchema)
  const { capture, isNew } = await server.startCapture({ request: asked, person: caller.person, owner: caller.id, key })
  return json(capture, isNew ? 201 : 200)
})
