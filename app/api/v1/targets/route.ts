import { json, withAccess } from '../../../../lib/server.ts'

export const GET = withAccess('read', ({ server }) => json(server.snapshot()))
