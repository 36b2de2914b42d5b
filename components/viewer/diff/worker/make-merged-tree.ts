import type { UnionOrder, UnionTree } from '../../../../lib/profile/compare/merged-tree/comparison.ts'
import { missingForScale, secondsOf } from '../../../../lib/profile/compare/merged-tree/comparison-scales.ts'
import { applyFiltersInSteps, type Filter } from '../../../../lib/profile/filters/filters.ts'
import { layoutStarts } from '../../../../lib/profile/layout/layout.ts'
import type { Profile, ProfileWarning } from '../../../../lib/profile/model/profile.ts'
import { reweighUnion } from '../../../../lib/profile/compare/merged-tree/rescale-merged-tree.ts'
import { buildUnionTree } from '../../../../lib/profile/compare/merged-tree/merged-tree.ts'
import type { MatchNames } from '../../worker/name-search.ts'
import { orAll, packNames, splitAtInvert } from '../../worker/make-tree.ts'
import type { BuiltTree, TreeOrder } from '../../worker/tree-messages.ts'
import { alignStacks } from '../../../../lib/profile/compare/merged-tree/normalize-stacks.ts'

interface ProfilePair {
  readonly before: Profile
  readonly after: Profile
}

/** One side of a comparison after its filters. */
interface FilteredSide {
  readonly shown: Profile
  /** Before it was inverted; the same object where it was not. */
  readonly upright: Profile
  readonly removed: readonly number[]
}

interface ComparedFilters {
  /** What the two cannot have in common, for people. */
  readonly notes: readonly string[]
  readonly filter: (side: keyof ProfilePair, filters: readonly Filter[], match: MatchNames) => Promise<FilteredSide>
}

/** Chooses the same of both, by the stacks and names that both have: a name or a path of the union means the same on either side. */
function createComparedFilters(profiles: ProfilePair): ComparedFilters {
  const align = alignStacks(profiles.before, profiles.after)
  return {
    notes: align.notes,
    async filter(side, filters, match) {
      const [ofUpright, turned] = splitAtInvert(filters.map(asWhole))
      const at = ofUpright.findIndex(({ type }) => !choosesSamples.has(type))
      const choosing = at < 0 ? ofUpright.length : at
      const chosen = await applyFiltersInSteps(profiles[side], ofUpright.slice(0, choosing), match)
      const upright = await applyFiltersInSteps(align[side](chosen.profile), ofUpright.slice(choosing), match)
      const shown = await applyFiltersInSteps(upright.profile, turned, match)
      return {
        shown: shown.profile,
        upright: upright.profile,
        removed: [...chosen.removed, ...upright.removed, ...shown.removed],
      }
    },
  }
}

/** Leave stacks as they are. What waits is told by the native frames that may be hidden after that. */
const choosesSamples = new Set<Filter['type']>(['time', 'threads', 'hide-idle'])

/** The longest part of a path that is there would be another part on each side. */
function asWhole(filter: Filter): Filter {
  return filter.type === 'focus-path' ? { ...filter, whole: true } : filter
}

/** A union and the two profiles it was made of, after all filters. */
export interface MadeUnion extends ProfilePair {
  readonly union: UnionTree
  /** Before it was inverted, the same frames: who calls whom is only told there. null where that is the union itself. */
  readonly upright: (ProfilePair & { readonly union: UnionTree }) | null
  /** Of the later profile. */
  readonly removed: readonly number[]
  readonly notes: readonly string[]
  readonly warnings: readonly ProfileWarning[]
}

interface Made extends MadeUnion {
  readonly filtersKey: string
}

export interface UnionMaker {
  /** One union after the other: what did not change from one to the next is not made anew. */
  readonly make: (wanted: TreeOrder) => Promise<MadeUnion>
  /** What these leave of the later profile, as in a union. */
  readonly filterAfter: (filters: readonly Filter[]) => Promise<Profile>
}

/** Makes unions of two profiles. */
export function createUnionMaker(profiles: ProfilePair, match: MatchNames): UnionMaker {
  const compared = createComparedFilters(profiles)
  let made: Made | undefined
  return {
    async make(wanted) {
      const order = orderOf(wanted)
      const filtersKey = JSON.stringify([wanted.filters, wanted.comparison?.baselineFilters])
      const kept = made?.filtersKey === filtersKey ? made : undefined
      made = kept ? reweighMade(kept, order) : await make(profiles, compared, wanted, match, filtersKey)
      const missing = missingForScale(made.union.bases, order)
      return missing === null ? made : { ...made, notes: [...made.notes, missing] }
    },
    filterAfter: async (filters) => (await compared.filter('after', filters, orAll(match))).shown,
  }
}

function reweighMade(made: Made, order: UnionOrder): Made {
  const { upright } = made
  return {
    ...made,
    union: reweighUnion(made.union, order),
    upright: upright && { ...upright, union: reweighUnion(upright.union, order) },
  }
}

async function make(
  profiles: ProfilePair,
  { filter, notes }: ComparedFilters,
  wanted: TreeOrder,
  match: MatchNames,
  filtersKey: string,
): Promise<Made> {
  const warnings: ProfileWarning[] = []
  const tolerant = orAll(match, ({ code, message, remedy }) => {
    warnings.push({ code, text: `A filter does nothing. ${message} ${remedy}`, count: 1 })
  })
  const order = orderOf(wanted)
  const filtersOf = { after: wanted.filters, before: wanted.comparison?.baselineFilters ?? wanted.filters }
  const after = await filter('after', filtersOf.after, tolerant)
  const before = await filter('before', filtersOf.before, tolerant)
  const seconds = [secondsOf(profiles.before, filtersOf.before), secondsOf(profiles.after, filtersOf.after)] as const
  const union = buildUnionTree(before.shown, after.shown, order, seconds)
  const known = new Set([...profiles.after.provenance.warnings, ...profiles.before.provenance.warnings])
  const ofFilters = [...after.shown.provenance.warnings, ...before.shown.provenance.warnings]
  const isTurned = before.upright !== before.shown || after.upright !== after.shown
  return {
    filtersKey,
    union,
    before: before.shown,
    after: after.shown,
    upright: isTurned
      ? {
          before: before.upright,
          after: after.upright,
          union: buildUnionTree(before.upright, after.upright, order, seconds),
        }
      : null,
    removed: after.removed,
    notes,
    warnings: eachOnce([...warnings, ...ofFilters.filter((warning) => !known.has(warning))]),
  }
}

/** What befell both sides is said once. */
function eachOnce(warnings: readonly ProfileWarning[]): ProfileWarning[] {
  return [...new Map(warnings.map((warning) => [warning.text, warning])).values()]
}

/** In the order of time two runs have no tree in common, so that order is by name here. */
function orderOf({ sort, comparison }: TreeOrder): UnionOrder {
  const { width, scale, requests } = comparison ?? { width: 'after', scale: 'share', requests: null }
  return { width, scale, requests, sort: sort === 'weight' ? 'weight' : 'name' }
}

/** For the page. The worker needs the columns again, so they are copied on the way, not moved. */
export function packUnion({ union, removed, notes, warnings }: MadeUnion, last?: MadeUnion): BuiltTree {
  const { tree, strings, frames, ...sides } = union
  const isSameNames = last?.union.strings === strings && last.union.frames === frames
  return {
    tree,
    starts: layoutStarts(tree),
    removed,
    tiers: null,
    warnings,
    names: isSameNames ? null : packNames({ strings, frames }),
    sides: { ...sides, notes },
  }
}
