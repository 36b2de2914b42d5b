import { json, readLibraryRequest, readUpload, withAccess } from '../../../../lib/server.ts'

/** A page of the library, newest first, with what could be chosen besides. */
export const GET = withAccess('read', async ({ request, server }) =>
  json(await server.library.page(readLibraryRequest(request))),
)

/** The body is the file itself, as it is: a form would have to be held whole. */
export const POST = withAccess('import', async ({ request, server, caller }) =>
  json((await server.importProfile(readUpload(request, caller.person))).profiles[0], 201),
)
