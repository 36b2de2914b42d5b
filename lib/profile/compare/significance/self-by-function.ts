import type { JudgedItems } from './tested-items.ts'
import type { SideSamples } from './side-evidence.ts'
import type { Profile } from '../../model/profile.ts'

/**
 * What ends in each function of one profile, as items to judge: a tree of frames, all of them roots. Items are rows of the profile's own frame
 * table, or of another of `length` rows, which `frameOf` leads to.
 */
export function selfByFunction(
  { frames, stacks, ...profile }: Profile,
  frameOf?: Int32Array,
  length = frames.length,
): { items: JudgedItems; side: SideSamples } {
  const nodes = length + 1
  const nodeOfRow = new Int32Array(stacks.length)
  for (let row = 0; row < nodeOfRow.length; row++) {
    const frame = stacks.frame[row]!
    nodeOfRow[row] = (frameOf ? frameOf[frame]! : frame) + 1
  }
  const itemOfNode = new Int32Array(nodes)
  for (let node = 0; node < nodes; node++) itemOfNode[node] = node - 1
  const parent = new Int32Array(nodes)
  parent[0] = -1
  return {
    items: { length, tree: { length: nodes, parent }, delta: 'self', itemOfNode },
    side: { profile: { ...profile, frames, stacks }, nodeOfRow },
  }
}
