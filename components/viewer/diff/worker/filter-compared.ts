import { alignStacks } from '../../../../lib/profile/alike-stacks.ts'
import { applyFiltersInSteps, type Filter } from '../../../../lib/profile/filters.ts'
import type { Profile } from '../../../../lib/profile/profile.ts'
import type { MatchNames } from '../../worker/name-search.ts'
import { splitAtInvert } from '../../worker/make-tree.ts'

export interface ProfilePair {
  readonly before: Profile
  readonly after: Profile
}

/** One side of a comparison after its filters. */
export interface FilteredSide {
  readonly shown: Profile
  /** Before it was inverted; the same object where it was not. */
  readonly upright: Profile
  readonly removed: readonly number[]
}

export interface ComparedFilters {
  /** What the two cannot have in common, for people. */
  readonly notes: readonly string[]
  readonly filter: (side: keyof ProfilePair, filters: readonly Filter[], match: MatchNames) => Promise<FilteredSide>
}

/** Chooses the same of both, by the stacks and names that both have: a name or a path of the union means the same on either side. */
export function createComparedFilters(profiles: ProfilePair): ComparedFilters {
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
