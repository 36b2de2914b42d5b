import { buildTreeWithRows } from '../../lib/profile/tree/call-tree.ts'
import { decodeProfile } from '../../lib/profile/model/encode.ts'
import { layoutStarts } from '../../lib/profile/layout/layout.ts'
import { nodeTiers } from '../../lib/profile/colour/node-tiers.ts'
import type { TreeOrder } from '../viewer/worker/tree-messages.ts'
import type { FirstTree } from './first-picture.ts'

/** 20,000 samples or so, whose tree takes less time than a worker takes to start. */
const mostBytes = 2 ** 20

/** Filters are the worker's. */
export function isSmall(bytes: Uint8Array, { filters, sort }: TreeOrder): boolean {
  return bytes.length <= mostBytes && filters.length === 0 && sort !== 'time'
}

/** The tree as the worker would make it, at once. */
export function smallTree(bytes: Uint8Array, { sort }: TreeOrder): FirstTree {
  const profile = decodeProfile(bytes)
  const { tree, nodeOfRow } = buildTreeWithRows(profile, { sort: sort === 'weight' ? sort : 'name' })
  const { frames, strings } = profile
  return { tree, starts: layoutStarts(tree), tiers: nodeTiers(profile, tree, nodeOfRow), frames, strings }
}
