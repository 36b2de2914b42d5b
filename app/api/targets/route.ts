import { json, withAccess } from '../../../lib/server.ts'

export const GET = withAccess('member', ({ server }) => json(server.snapshot()))
