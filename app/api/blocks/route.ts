import { json, withAccess } from '../../../lib/server.ts'

export const GET = withAccess('member', async ({ server }) => json({ blocks: await server.blocks() }))
