import { signInSchema } from '../../../../lib/contract/requests.ts'
import { Problem } from '../../../../lib/errors.ts'
import { cookieOf, json, nothing, readJsonBody, withAccess } from '../../../../lib/server.ts'

export const GET = withAccess('read', ({ caller }) => json(caller.session))

export const POST = withAccess('anyone', async ({ request, server, session }) => {
  const { code } = await readJsonBody(request, signInSchema)
  const { token } = await server.access.signIn(code, request.headers.get('user-agent') ?? '')
  // Whoever signs in again gets a new session; the old one must not live on unseen.
  if (session) await server.access.end(session.id)
  return nothing({ 'set-cookie': cookieOf(request, server, token) })
})

export const DELETE = withAccess('anyone', async ({ request, server, session }) => {
  if (!session) throw new Problem('not-signed-in', {})
  await server.access.end(session.id)
  return nothing({ 'set-cookie': cookieOf(request, server, null) })
})
