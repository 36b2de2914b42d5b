import { z } from 'zod'
import { json, readJson, withAccess } from '../../../../../lib/server.ts'

export const GET = withAccess<{ id: string }>('member', async ({ server, params }) =>
  json({ shares: await server.shares(params.id) }),
)

const bodySchema = z.object({ expiresInDays: z.number().int().min(1).max(30).default(30) })

export const POST = withAccess<{ id: string }>('member', async ({ request, server, params, session }) => {
  const { expiresInDays } = await readJson(request, bodySchema)
  const { share, token } = await server.makeShare(params.id, expiresInDays, session.person)
  // The address that whoever shares is using: it is one that works, also behind a proxy.
  const origin = request.headers.get('origin') ?? `http://${request.headers.get('host')}`
  return json({ share, url: `${origin}/s/${token}` }, 201)
})
