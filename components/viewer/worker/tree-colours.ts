import { buildCallTree, type FlameLayout } from '../../../lib/profile/tree/call-tree.ts'
import type { ColourMode, ColourRule } from '../../../lib/profile/colour/colour-group.ts'
import { isProblem } from '../../../lib/errors/problem.ts'
import { firstRules } from '../../../lib/profile/colour/node-groups.ts'
import { layoutStarts } from '../../../lib/profile/layout/layout.ts'
import {
  assignPackageColours,
  measurePackageAreas,
  type PackageAreas,
} from '../../../lib/profile/colour/package-colours.ts'
import { buildLegend } from '../../../lib/profile/colour/legend.ts'
import { computeNodePools, getPoolsOfRoots, type NodePools } from '../../../lib/profile/colour/node-pools.ts'
import { buildSandwich } from '../../../lib/profile/filters/sandwich.ts'
import type { Profile } from '../../../lib/profile/model/profile.ts'
import { isInvertedView } from '../../../lib/profile/view/view.ts'
import type { MatchNames } from './name-search.ts'
import type { BuiltSandwich, TreeColours, TreeOptions } from './tree-messages.ts'
import { buildIndexedTree, type TreeBuild } from './make-tree.ts'

/** Facts of the newest tree that a colour mode needs. `beside`: packages of the profile in the other pane. */
export async function computeTreeColours(
  { filtered: shown, upright, options }: TreeBuild,
  mode: ColourMode,
  rules: readonly ColourRule[],
  names: readonly string[],
  match: MatchNames,
  whole: Profile,
  beside: PackageAreas | null,
): Promise<TreeColours> {
  const frameRules = mode === 'rules' ? await matchRules(names, rules, match) : null
  const ofNodes = mode === 'thread' ? computePools(shown, options) : null
  const packages = mode === 'package' ? assignPackageColours(getPackageAreas(whole), beside ?? new Map()) : null
  // Filters of a tree have the inversion of the view among them: false inverts no second time.
  const isInverted = isInvertedView({ filters: options.filters, invert: false })
  return {
    mode,
    legend: buildLegend(mode, upright, { rules, frameRules, packages, isInverted }),
    frameRules,
    nodePools: ofNodes?.nodePools ?? null,
    pools: ofNodes?.pools ?? [],
    packages,
  }
}

const packageAreas = new WeakMap<Profile, PackageAreas>()

/** Colours follow the areas of the whole profile: a filter changes none. */
export function getPackageAreas(profile: Profile): PackageAreas {
  const areas = packageAreas.get(profile) ?? measurePackageAreas(profile)
  packageAreas.set(profile, areas)
  return areas
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
function computePools(profile: Profile, options: TreeOptions): NodePools {
  const { tree, nodeOfRow } = buildIndexedTree(profile, options)
  return nodeOfRow ? computeNodePools(profile, tree, nodeOfRow) : getPoolsOfRoots(tree, profile)
}

/** Callers and callees of a function in the tree that was made last. */
export function buildTreeSandwich({ upright }: TreeBuild, name: string): BuiltSandwich {
  const { callers, callees } = buildSandwich(upright, name)
  return { name, callers: layOutProfile(callers), callees: layOutProfile(callees) }
}

function layOutProfile(profile: Profile): FlameLayout {
  const tree = buildCallTree(profile)
  return { tree, starts: layoutStarts(tree) }
}
