import { importOptionsSchema } from '../../../../../lib/contract/imports.ts'
import { json, readImport, readQuery, withAccess } from '../../../../../lib/server.ts'

/**
 * The body is the file itself, as `curl -T shop.perf.txt .../api/v1/imports/` sends it: curl puts the name behind the slash. What folded
 * text does not say of itself stands in the query: `?counts=2&unit=nanoseconds`.
 */
export const PUT = withAccess<{ name: string }>('import', async ({ request, server, params, caller }) => {
  const upload = readImport(request, params.name, caller.person)
  const imported = await server.importProfile({ ...upload, options: readQuery(request, importOptionsSchema) })
  return json(imported, 201)
})
