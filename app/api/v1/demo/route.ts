import { demoActionSchema } from '../../../../lib/contract/requests.ts'
import { json, readJson, withAccess } from '../../../../lib/server.ts'

export const POST = withAccess('capture', async ({ request, server }) => {
  const { action } = await readJson(request, demoActionSchema)
  return json(await server.setDemo(action))
})
