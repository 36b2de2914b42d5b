import { json, withAccess } from '../../../lib/server.ts'

export const GET = withAccess('member', ({ server }) => {
  const { collector, health } = server.snapshot()
  return json({ collector, health })
})
