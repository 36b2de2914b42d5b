import { profileChangeSchema } from '../../../../../lib/contract/requests.ts'
import { Problem } from '../../../../../lib/errors.ts'
import { json, nothing, readJsonBody, withAccess } from '../../../../../lib/server.ts'

interface Params {
  id: string
}

export const GET = withAccess<Params>('read', async ({ server, params }) => {
  const profile = await server.profile(params.id)
  if (!profile) throw new Problem('not-found', { what: 'profile' })
  return json(profile)
})

export const PATCH = withAccess<Params>('manage', async ({ request, server, params }) => {
  const changes = Object.entries(await readJsonBody(request, profileChangeSchema))
  return json(
    await server.changeProfile(params.id, Object.fromEntries(changes.filter(([, value]) => value !== undefined))),
  )
})

export const DELETE = withAccess<Params>('manage', async ({ server, params }) => {
  await server.deleteProfile(params.id)
  return nothing()
})
