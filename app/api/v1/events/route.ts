import { eventAnswer, withAccess } from '../../../../lib/server.ts'

export const GET = withAccess('read', ({ request, server }) => eventAnswer(request, server))
