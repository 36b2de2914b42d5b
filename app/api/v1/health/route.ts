import { json, withAccess } from '../../../../lib/server.ts'

export const GET = withAccess('read', ({ server }) => {
  const { collector, health } = server.snapshot()
  return json({ collector, health })
})
