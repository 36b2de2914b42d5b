import { json, withAccess } from '../../../../lib/server.ts'

export const GET = withAccess('read', async ({ server }) => json({ shares: await server.shares.list() }))
