import { buildCallTree } from '../../../lib/profile/tree/call-tree.ts'
import type { ColourMode, ColourRule } from '../../../lib/profile/colour/colour-group.ts'
import { isProblem } from '../../../lib/errors.ts'
import { firstRules } from '../../../lib/profile/colour/frame-rules.ts'
import { layoutStarts } from '../../../lib/profile/layout/layout.ts'
import { legend } from '../../../lib/profile/colour/legend.ts'
import { nodePools, type NodePools } from '../../../lib/profile/colour/node-pools.ts'
import { poolsOfRoots } from '../../../lib/profile/colour/pools-of-roots.ts'
import { sandwichOf } from '../../../lib/profile/filters/sandwich.ts'
import type { Profile } from '../../../lib/profile/model/profile.ts'
import type { MatchNames } from './name-search.ts'
import type { BuiltSandwich, LaidOutTree, TreeColours, TreeOrder } from './tree-messages.ts'
import { mergeStacks, type MadeTree } from './make-tree.ts'

/** What a colour mode needs to know of the tree that was made last. */
export async function coloursOf(
  { shown, upright, order }: MadeTree,
  mode: ColourMode,
  rules: readonly ColourRule[],
  names: readonly string[],
  match: MatchNames,
): Promise<TreeColours> {
  const frameRules = mode === 'rules' ? await matchRules(names, rules, match) : null
  const ofNodes = mode === 'thread' ? poolsOf(shown, order.sort) : null
  const isInverted = order.filters.some(({ type }) => type === 'invert')
  return {
    mode,
    legend: legend(mode, upright, { rules, frameRules, isInverted }),
    frameRules,
    nodePools: ofNodes?.nodePools ?? null,
    pools: ofNodes?.pools ?? [],
  }
}

/** A rule that cannot be run colours nothing; the dialog of the rules says why. */
async function matchRules(
  names: readonly string[],
  rules: readonly ColourRule[],
  match: MatchNames,
): Promise<Uint8Array> {
  const matches: (Uint8Array | null)[] = []
  for (const { pattern } of rules) {
    try {
      matches.push(await match(names, { text: pattern, caseSensitive: false }))
    } catch (error) {
      if (!isProblem(error)) throw error
      matches.push(null)
    }
  }
  return firstRules(matches, names.length)
}

/** The tree is made again: the columns of the one before went to the page. */
function poolsOf(profile: Profile, sort: TreeOrder['sort']): NodePools {
  const { tree, nodeOfRow } = mergeStacks(profile, sort)
  return nodeOfRow ? nodePools(profile, tree, nodeOfRow) : poolsOfRoots(tree, profile)
}

/** Callers and callees of a function in the tree that was made last. */
export function sandwichOfTree({ upright }: MadeTree, name: string): BuiltSandwich {
  const { callers, callees } = sandwichOf(upright, name)
  return { name, callers: laidOut(callers), callees: laidOut(callees) }
}

function laidOut(profile: Profile): LaidOutTree {
  const tree = buildCallTree(profile)
  return { tree, starts: layoutStarts(tree) }
}
