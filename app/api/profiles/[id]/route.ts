import { z } from 'zod'
import { Problem } from '../../../../lib/errors.ts'
import { json, nothing, readJson, withAccess } from '../../../../lib/server.ts'

interface Params {
  id: string
}

export const GET = withAccess<Params>('member', async ({ server, params }) => {
  const profile = await server.profile(params.id)
  if (!profile) throw new Problem('not-found', { what: 'profile' })
  return json(profile)
})

const changeSchema = z.strictObject({
  name: z.string().trim().min(1).max(200).optional(),
  labels: z.array(z.string().trim().min(1).max(60)).max(20).optional(),
})

export const PATCH = withAccess<Params>('member', async ({ request, server, params }) => {
  const { name, labels } = await readJson(request, changeSchema)
  return json(await server.changeProfile(params.id, { ...(name !== undefined && { name }), ...(labels && { labels }) }))
})

export const DELETE = withAccess<Params>('member', async ({ server, params }) => {
  await server.deleteProfile(params.id)
  return nothing()
})
