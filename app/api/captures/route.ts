import { captureRequestSchema } from '../../../lib/contract.ts'
import { json, readJson, withAccess } from '../../../lib/server.ts'

export const GET = withAccess('member', async ({ server }) => json({ captures: await server.captures() }))

/** One capture per JVM at a time: whoever asks second gets the running one. */
export const POST = withAccess('member', async ({ request, server, session }) =>
  json(await server.startCapture(await readJson(request, captureRequestSchema), session.person), 201),
)
