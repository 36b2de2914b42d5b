import { alikeStacks } from '../../lib/profile/alike-stacks.ts'
import type { UnionOrder, UnionTree } from '../../lib/profile/comparison.ts'
import { missingForScale, secondsOf } from '../../lib/profile/comparison-scales.ts'
import { applyFiltersInSteps, type Filter } from '../../lib/profile/filters.ts'
import { layoutStarts } from '../../lib/profile/layout.ts'
import type { Profile, ProfileWarning } from '../../lib/profile/profile.ts'
import { reweighUnion } from '../../lib/profile/reweigh-union.ts'
import { buildUnionTree } from '../../lib/profile/union-tree.ts'
import type { MatchNames } from './name-search.ts'
import { orAll, packNames, splitAtInvert } from './tree-maker.ts'
import type { BuiltTree, TreeOrder } from './tree-messages.ts'

interface ProfilePair {
  readonly before: Profile
  readonly after: Profile
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

/** Makes one union after the other of the same two profiles; what did not change from one to the next is not made anew. */
export function createUnionMaker(profiles: ProfilePair, match: MatchNames) {
  let made: Made | undefined
  return async (wanted: TreeOrder): Promise<MadeUnion> => {
    const order = orderOf(wanted)
    const filtersKey = JSON.stringify([wanted.filters, wanted.comparison?.baselineFilters])
    const kept = made?.filtersKey === filtersKey ? made : undefined
    made = kept ? reweighMade(kept, order) : await make(profiles, wanted, match, filtersKey)
    const missing = missingForScale(made.union.bases, order)
    return missing === null ? made : { ...made, notes: [...made.notes, missing] }
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

async function make(profiles: ProfilePair, wanted: TreeOrder, match: MatchNames, filtersKey: string): Promise<Made> {
  const warnings: ProfileWarning[] = []
  const tolerant = orAll(match, ({ code, message, remedy }) => {
    warnings.push({ code, text: `A filter does nothing. ${message} ${remedy}`, count: 1 })
  })
  const order = orderOf(wanted)
  const filtersOf = { after: wanted.filters, before: wanted.comparison?.baselineFilters ?? wanted.filters }
  const [ofAfter, turned] = splitAtInvert(filtersOf.after)
  const [ofBefore] = splitAtInvert(filtersOf.before)
  const filter = (profile: Profile, filters: readonly Filter[]) => applyFiltersInSteps(profile, filters, tolerant)
  const kept = { after: await filter(profiles.after, ofAfter), before: await filter(profiles.before, ofBefore) }
  const { notes, ...upright } = alikeStacks(kept.before.profile, kept.after.profile)
  const after = await filter(upright.after, turned)
  const before = await filter(upright.before, turned)
  const seconds = [secondsOf(profiles.before, filtersOf.before), secondsOf(profiles.after, filtersOf.after)] as const
  const union = buildUnionTree(before.profile, after.profile, order, seconds)
  const known = new Set([...profiles.after.provenance.warnings, ...profiles.before.provenance.warnings])
  const ofFilters = [...after.profile.provenance.warnings, ...before.profile.provenance.warnings]
  return {
    filtersKey,
    union,
    before: before.profile,
    after: after.profile,
    upright:
      turned.length === 0 ? null : { ...upright, union: buildUnionTree(upright.before, upright.after, order, seconds) },
    removed: [...kept.after.removed, ...after.removed],
    notes,
    warnings: [...warnings, ...ofFilters.filter((warning) => !known.has(warning))],
  }
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
