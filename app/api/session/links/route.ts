import { z } from 'zod'
import { json, readJson, withAccess } from '../../../../lib/server.ts'

const bodySchema = z.object({ person: z.string().trim().min(1).max(60).default('teammate') })

export const POST = withAccess('member', async ({ request, server }) => {
  const { person } = await readJson(request, bodySchema)
  return json(await server.makeSignInLink(person, 'made'), 201)
})
