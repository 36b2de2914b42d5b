import type { MergeOptions, MergedTree, SideWeights } from '../../../../lib/profile/compare/merged-tree/comparison.ts'
import {
  explainMissingScale,
  getDurationSeconds,
} from '../../../../lib/profile/compare/merged-tree/comparison-scales.ts'
import { getLostCallers } from '../../../../lib/profile/compare/merged-tree/engine-sides.ts'
import type { FoldedBase } from '../../../../lib/profile/filters/fold-base.ts'
import { mergeFrames } from '../../../../lib/profile/compare/merged-tree/merge-frames.ts'
import { applyFiltersInSteps, type Filter } from '../../../../lib/profile/filters/filters.ts'
import { layoutStarts } from '../../../../lib/profile/layout/layout.ts'
import type { Profile, ProfileWarning } from '../../../../lib/profile/model/profile.ts'
import { rescaleMergedTree } from '../../../../lib/profile/compare/merged-tree/rescale-merged-tree.ts'
import { buildMergedTree } from '../../../../lib/profile/compare/merged-tree/merged-tree.ts'
import type { MatchNames } from '../../worker/name-search.ts'
import { matchAllOnProblem, packNames, splitAt } from '../../worker/make-tree.ts'
import { findOwnDepth, readOwnWeights } from '../../../../lib/profile/tree/own-weights.ts'
import type { PackedTree, TreeOptions } from '../../worker/tree-messages.ts'
import { describeSharedRecordings } from '../../../../lib/profile/merge/recordings.ts'
import { compareWarmUp } from '../../../../lib/profile/quality/compare-warm-up.ts'
import { alignStacks } from '../../../../lib/profile/compare/merged-tree/normalize-stacks.ts'

interface ProfilePair {
  readonly before: Profile
  readonly after: Profile
}

/** One side of a comparison after its filters. */
interface FilteredSide {
  readonly filtered: Profile
  /** Before it was inverted; the same object where it was not. */
  readonly upright: Profile
  readonly base: FoldedBase | null
  readonly removed: readonly number[]
}

interface ComparedFilters {
  /** Notes for people on what may be no change of the program. */
  readonly notes: readonly string[]
  /** And on frames that the two cannot have in common. */
  readonly frameNotes: readonly string[]
  readonly filter: (side: keyof ProfilePair, filters: readonly Filter[], match: MatchNames) => Promise<FilteredSide>
}

/**
 * Chooses the same of both, by the stacks and names that both have: a name or a path of the merged tree means the same
 * on either side.
 */
function createComparedFilters(profiles: ProfilePair): ComparedFilters {
  const align = alignStacks(profiles.before, profiles.after)
  return {
    notes: [
      ...describeSharedRecordings(profiles.before, profiles.after),
      ...compareWarmUp(profiles.before, profiles.after),
    ],
    frameNotes: align.notes,
    async filter(side, filters, match) {
      const [ofUpright, turned] = splitAt(filters.map(toSampleFilter), ['invert'])
      const at = ofUpright.findIndex(({ type }) => !choosesSamples.has(type))
      const choosing = at < 0 ? ofUpright.length : at
      const chosen = await applyFiltersInSteps(profiles[side], ofUpright.slice(0, choosing), match)
      const upright = await applyFiltersInSteps(align[side](chosen.profile), ofUpright.slice(choosing), match)
      const shown = await applyFiltersInSteps(upright.profile, turned, match)
      return {
        filtered: shown.profile,
        upright: upright.profile,
        base: upright.base ?? shown.base,
        removed: [...chosen.removed, ...upright.removed, ...shown.removed],
      }
    },
  }
}

/** Filters that leave stacks as they are. Waiting shows by native frames, which later filters may hide. */
const choosesSamples = new Set<Filter['type']>(['time', 'threads', 'hide-idle'])

/** The longest part of a path that is there would be another part on each side. */
function toSampleFilter(filter: Filter): Filter {
  return filter.type === 'focus-path' ? { ...filter, whole: true } : filter
}

/** A merged tree and the two profiles it was made of, after all filters. */
export interface MergedBuild extends ProfilePair {
  readonly merged: MergedTree
  /**
   * Before it was inverted, the same frames: only there is it known which frame calls which. null where that is the
   * merged tree itself.
   */
  readonly upright: (ProfilePair & { readonly merged: MergedTree }) | null
  /** The folded base of both, as frames of the merged tree. */
  readonly base: FoldedBase | null
  /** Weights that filters removed from the later profile. */
  readonly removed: readonly number[]
  /** They removed weight from the earlier one. */
  readonly isCut: boolean
  readonly notes: readonly string[]
  readonly frameNotes: readonly string[]
  readonly warnings: readonly ProfileWarning[]
}

interface CachedBuild extends MergedBuild {
  readonly filtersKey: string
}

export interface MergedTreeBuilder {
  /** Makes one merged tree after the other; parts that did not change from one to the next are not made anew. */
  readonly build: (wanted: TreeOptions) => Promise<MergedBuild>
  /** Gives the later profile after these filters, as in a merged tree. */
  readonly filterAfter: (filters: readonly Filter[]) => Promise<Profile>
}

/** Makes unions of two profiles. */
export function createMergedTreeBuilder(profiles: ProfilePair, match: MatchNames): MergedTreeBuilder {
  const compared = createComparedFilters(profiles)
  let made: CachedBuild | undefined
  return {
    async build(wanted) {
      const options = toMergeOptions(wanted)
      const filtersKey = JSON.stringify([wanted.filters, wanted.comparison?.baselineFilters])
      const reusable = made?.filtersKey === filtersKey ? made : undefined
      made = reusable
        ? rescaleBuild(reusable, options)
        : await buildMerged(profiles, compared, wanted, match, filtersKey)
      const missing = explainMissingScale(made.merged.bases, options)
      return missing === null ? made : { ...made, notes: [...made.notes, missing] }
    },
    filterAfter: async (filters) => (await compared.filter('after', filters, matchAllOnProblem(match))).filtered,
  }
}

function rescaleBuild(build: CachedBuild, options: MergeOptions): CachedBuild {
  const { upright } = build
  return {
    ...build,
    merged: rescaleMergedTree(build.merged, options),
    upright: upright && { ...upright, merged: rescaleMergedTree(upright.merged, options) },
  }
}

async function buildMerged(
  profiles: ProfilePair,
  { filter, notes, frameNotes }: ComparedFilters,
  wanted: TreeOptions,
  match: MatchNames,
  filtersKey: string,
): Promise<CachedBuild> {
  const warnings: ProfileWarning[] = []
  const tolerant = matchAllOnProblem(match, ({ code, message, remedy }) => {
    warnings.push({ code, text: `A filter does nothing. ${message} ${remedy}`, count: 1 })
  })
  const options = toMergeOptions(wanted)
  const filtersOf = { after: wanted.filters, before: wanted.comparison?.baselineFilters ?? wanted.filters }
  const after = await filter('after', filtersOf.after, tolerant)
  const before = await filter('before', filtersOf.before, tolerant)
  const seconds = [
    getDurationSeconds(profiles.before, filtersOf.before),
    getDurationSeconds(profiles.after, filtersOf.after),
  ] as const
  const shown = buildMergedTree(before.filtered, after.filtered, options, seconds)
  const merged = withOwnWeights(shown, findOwnDepth(wanted.filters))
  const warningsBefore = new Set([...profiles.after.provenance.warnings, ...profiles.before.provenance.warnings])
  const ofFilters = [...after.filtered.provenance.warnings, ...before.filtered.provenance.warnings]
  const isTurned = before.upright !== before.filtered || after.upright !== after.filtered
  return {
    filtersKey,
    merged,
    before: before.filtered,
    after: after.filtered,
    upright: isTurned
      ? {
          before: before.upright,
          after: after.upright,
          merged: buildMergedTree(before.upright, after.upright, options, seconds),
        }
      : null,
    base: mergeBases(before, after),
    removed: after.removed,
    isCut: before.removed.some((weight) => weight > 0),
    notes,
    frameNotes,
    warnings: removeDuplicateWarnings([...warnings, ...ofFilters.filter((warning) => !warningsBefore.has(warning))]),
  }
}

/**
 * Where both sides are read from the functions that ran; a baseline with filters of its own is inverted with the other.
 */
function withOwnWeights(merged: MergedTree, ownDepth: number | null): MergedTree {
  if (ownDepth === null) return merged
  const { tree } = merged
  const own = ({ self, total }: SideWeights): SideWeights => ({
    self: readOwnWeights(tree, { self, total }, ownDepth),
    total,
  })
  return {
    ...merged,
    tree: { ...tree, self: readOwnWeights(tree, tree, ownDepth) },
    before: own(merged.before),
    after: own(merged.after),
  }
}

function mergeBases(before: FilteredSide, after: FilteredSide): FoldedBase | null {
  const { ofBefore, ofAfter } = mergeFrames(before.filtered, after.filtered)
  const bases = [
    { base: after.base, rows: ofAfter },
    { base: before.base, rows: ofBefore },
  ].flatMap(({ base, rows }) => (base ? [{ base, rows }] : []))
  const [first] = bases
  if (!first) return null
  const chains = bases.flatMap(({ base, rows }) => base.chains.map((chain) => chain.map((frame) => rows[frame]!)))
  return { box: first.rows[first.base.box]!, chains }
}

/** A warning of both sides is said once. */
function removeDuplicateWarnings(warnings: readonly ProfileWarning[]): ProfileWarning[] {
  return [...new Map(warnings.map((warning) => [warning.text, warning])).values()]
}

/** In the order of time two runs have no tree in common, so that order is by name here. */
function toMergeOptions({ sort, comparison }: TreeOptions): MergeOptions {
  const { width, scale, requests } = comparison ?? { width: 'after', scale: 'share', requests: null }
  return { width, scale, requests, sort: sort === 'weight' ? 'weight' : 'name' }
}

/** Packs a tree for the page. The worker needs the columns again, so they are copied on the way, not moved. */
export function packMergedTree(
  { merged, before, after, base, removed, isCut, notes, frameNotes, warnings }: MergedBuild,
  last?: MergedBuild,
): PackedTree {
  const { tree, strings, frames, ...sides } = merged
  const isSameNames = last?.merged.strings === strings && last.merged.frames === frames
  return {
    tree,
    starts: layoutStarts(tree),
    chartSpan: null,
    chartThreads: [],
    lineWeights: null,
    removed,
    shownFacts: null,
    tiers: null,
    warnings,
    base,
    names: isSameNames ? null : packNames({ strings, frames }),
    sides: { ...sides, notes, frameNotes, lostCallers: getLostCallers(before, after), isCut },
  }
}
