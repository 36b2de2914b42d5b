import { newNoteSchema } from '../../../../../../lib/contract.ts'
import { json, readJsonBody, withAccess } from '../../../../../../lib/server.ts'

export const GET = withAccess<{ id: string }>('read', async ({ server, params }) =>
  json({ notes: await server.notes.list(params.id) }),
)

export const POST = withAccess<{ id: string }>('manage', async ({ request, server, params, caller }) => {
  const note = await readJsonBody(request, newNoteSchema)
  return json(await server.notes.add(params.id, note, caller.person), 201)
})
