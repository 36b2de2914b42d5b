import { retentionRulesSchema } from '../../../../../lib/contract/library.ts'
import { json, readJsonBody, withAccess } from '../../../../../lib/server.ts'

/** What these rules would throw away if they were set now. */
export const POST = withAccess('admin', async ({ request, server }) => {
  const { rules } = await readJsonBody(request, retentionRulesSchema)
  return json(await server.library.previewRules(rules))
})
