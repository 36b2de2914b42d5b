import { retentionRulesSchema } from '../../../../lib/contract/library.ts'
import { json, readJsonBody, withAccess } from '../../../../lib/server.ts'

export const GET = withAccess('read', async ({ server }) => json({ rules: (await server.library.storage()).rules }))

/** All rules anew. What they throw away goes at once, and can be restored for an hour. */
export const PUT = withAccess('admin', async ({ request, server }) => {
  const { rules } = await readJsonBody(request, retentionRulesSchema)
  return json({ rules: (await server.library.setRules(rules)).rules })
})
