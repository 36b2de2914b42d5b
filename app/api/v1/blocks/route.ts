import { json, withAccess } from '../../../../lib/server.ts'

export const GET = withAccess('read', async ({ server }) => json({ blocks: await server.blocks() }))
