import { demoActionSchema } from '../../../../lib/contract/requests.ts'
import { json, readJsonBody, withAccess } from '../../../../lib/server.ts'

export const POST = withAccess('capture', async ({ request, server }) => {
  const { action } = await readJsonBody(request, demoActionSchema)
  return json(await server.setDemo(action))
})
