import { captureRequestSchema } from '../../../../lib/contract.ts'
import { json, readIdempotencyKey, readJson, withAccess } from '../../../../lib/server.ts'

export const GET = withAccess('read', async ({ server }) => json({ captures: await server.captures() }))

/** One capture per JVM at a time: whoever asks second gets the running one. With a key, 200 for what was started before. */
export const POST = withAccess('capture', async ({ request, server, caller }) => {
  const key = readIdempotencyKey(request)
  const asked = await readJson(request, captureRequestSchema)
  const { capture, isNew } = await server.startCapture({ request: asked, person: caller.person, key })
  return json(capture, isNew ? 201 : 200)
})
