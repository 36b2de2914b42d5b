import { type CallTree } from './call-tree.ts'
import { compileTiers, type CompileTier, type Profile } from './profile.ts'

/** How the frame of a node ran: weight by tier, the largest first. Empty when no engine said. */
export function tierSplit(profile: Profile, tree: CallTree, node: number): { tier: CompileTier; weight: number }[] {
  const { stacks, samples } = profile
  const tierOf = tierUnder(profile, tree, node)
  const weights = compileTiers.map(() => 0)
  for (let sample = 0; sample < samples.length; sample++) {
    const stack = samples.stack[sample]!
    const tier = stack < 0 ? none : tierOf[stack]!
    if (tier !== none) weights[tier] = weights[tier]! + samples.weight[sample]!
  }
  const split = compileTiers
    .map((tier, index) => ({ tier, weight: weights[index]! }))
    .filter(({ weight }) => weight > 0)
  const isKnown = stacks.tier.length > 0 && split.some(({ tier }) => tier !== 'unknown')
  return isKnown ? split.sort((a, b) => b.weight - a.weight) : []
}

const none = 255

/** For each stack that passes through the node, the tier of the node's frame in it; `none` for the others. */
function tierUnder({ stacks }: Profile, tree: CallTree, node: number): Uint8Array {
  const frames: number[] = []
  for (let at = node; at > 0; at = tree.parent[at]!) frames.push(tree.frame[at]!)
  frames.reverse()
  const tiers = new Uint8Array(stacks.length).fill(none)
  // How many frames of the node's path a stack has matched; -1 once it has left the path.
  const matched = new Int32Array(stacks.length)
  for (let stack = 0; stack < stacks.length; stack++) {
    const parent = stacks.parent[stack]!
    if (parent >= 0 && tiers[parent] !== none) tiers[stack] = tiers[parent]!
    const before = parent < 0 ? 0 : matched[parent]!
    const isOnPath = before >= 0 && stacks.frame[stack] === frames[before]
    matched[stack] = isOnPath ? before + 1 : -1
    if (isOnPath && before + 1 === frames.length) tiers[stack] = stacks.tier[stack]!
  }
  return tiers
}
