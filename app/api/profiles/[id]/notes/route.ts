import { newNoteSchema } from '../../../../../lib/contract.ts'
import { json, readJson, withAccess } from '../../../../../lib/server.ts'

export const GET = withAccess<{ id: string }>('member', async ({ server, params }) =>
  json({ notes: await server.notes.list(params.id) }),
)

export const POST = withAccess<{ id: string }>('member', async ({ request, server, params, session }) => {
  const note = await readJson(request, newNoteSchema)
  return json(await server.notes.add(params.id, note, session.person), 201)
})
