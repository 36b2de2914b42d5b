import { blockSchema } from '../../../../../lib/contract.ts'
import { checkId, json, withAccess } from '../../../../../lib/server.ts'

/** Gives those that are left. */
export const DELETE = withAccess<{ id: string }>('admin', async ({ server, params }) =>
  json({ blocks: await server.clearBlock(checkId(blockSchema.shape.id, params.id, 'block')) }),
)
