import { newShareSchema } from '../../../../../../lib/contract.ts'
import { json, readRequestOrigin, readJsonBody, withAccess } from '../../../../../../lib/server.ts'

export const GET = withAccess<{ id: string }>('read', async ({ server, params }) =>
  json({ shares: await server.shares.list(params.id) }),
)

export const POST = withAccess<{ id: string }>('manage', async ({ request, server, params, caller }) => {
  const newShare = await readJsonBody(request, newShareSchema)
  const origin = readRequestOrigin(request)
  const { share, token } = await server.shares.make(params.id, newShare, { person: caller.person, origin })
  const embedUrl = share.embeddable ? `${origin}/embed/${token}` : null
  return json({ share, url: `${origin}/s/${token}`, embedUrl }, 201)
})
