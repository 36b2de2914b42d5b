import { json, withAccess } from '../../../../lib/server.ts'

export const GET = withAccess('read', async ({ server }) => json({ services: await server.library.services() }))
