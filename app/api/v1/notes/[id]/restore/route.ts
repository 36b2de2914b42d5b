import { json, withAccess } from '../../../../../../lib/server.ts'

/** Takes a deletion back, for as long as the note is still there. */
export const POST = withAccess<{ id: string }>('manage', async ({ server, params }) =>
  json(await server.notes.restore(params.id)),
)
