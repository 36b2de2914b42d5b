import { json, readUpload, withAccess } from '../../../lib/server.ts'

export const GET = withAccess('member', async ({ request, server }) => {
  const deleted = new URL(request.url).searchParams.get('deleted') === '1'
  return json({ profiles: await server.profiles({ deleted }) })
})

/** The body is the file itself, as it is: a form would have to be held whole. */
export const POST = withAccess('member', async ({ request, server, session }) =>
  json(await server.importProfile(readUpload(request, session.person)), 201),
)
