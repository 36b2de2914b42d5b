import { eventAnswer, withAccess } from '../../../lib/server.ts'

export const GET = withAccess('member', ({ request, server }) => eventAnswer(request, server))
