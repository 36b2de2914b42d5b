import { z } from 'zod'
import { newNoteSchema } from '../../../../lib/contract.ts'
import { json, nothing, readJson, withAccess } from '../../../../lib/server.ts'

const changeSchema = z.strictObject({ text: newNoteSchema.shape.text })

export const PATCH = withAccess<{ id: string }>('member', async ({ request, server, params }) => {
  const { text } = await readJson(request, changeSchema)
  return json(await server.notes.change(params.id, text))
})

export const DELETE = withAccess<{ id: string }>('member', async ({ server, params }) => {
  await server.notes.remove(params.id)
  return nothing()
})
