import { json, withAccess } from '../../../../lib/server.ts'

export const GET = withAccess('anyone', () => json({ alive: true }))
