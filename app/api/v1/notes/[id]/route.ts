import { noteChangeSchema } from '../../../../../lib/contract/requests.ts'
import { json, nothing, readJsonBody, withAccess } from '../../../../../lib/server.ts'

export const PATCH = withAccess<{ id: string }>('manage', async ({ request, server, params }) => {
  const { text } = await readJsonBody(request, noteChangeSchema)
  return json(await server.notes.change(params.id, text))
})

export const DELETE = withAccess<{ id: string }>('manage', async ({ server, params }) => {
  await server.notes.remove(params.id)
  return nothing()
})
