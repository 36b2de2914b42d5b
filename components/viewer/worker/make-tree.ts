import { isProblem, type AnyProblem } from '../../../lib/errors/problem.ts'
import { buildTreeWithRows, type FlameLayout, type TreeWithRows } from '../../../lib/profile/tree/call-tree.ts'
import { applyFiltersInSteps, type Filter } from '../../../lib/profile/filters/filters.ts'
import type { FoldedBase } from '../../../lib/profile/filters/fold-base.ts'
import { getRecordingSpan, type Span } from '../../../lib/profile/time/time-span.ts'
import { layoutStarts } from '../../../lib/profile/layout/layout.ts'
import { computeNodeTiers } from '../../../lib/profile/colour/node-tiers.ts'
import type { Profile, ProfileWarning } from '../../../lib/profile/model/profile.ts'
import { findOwnDepth, readOwnWeights } from '../../../lib/profile/tree/own-weights.ts'
import { sumLines } from '../../../lib/profile/tree/hot-lines.ts'
import { buildFlameChart, type FlameChart } from '../../../lib/profile/tree/time-ordered-tree.ts'
import { describeShown } from './heading-facts.ts'
import { orderChartThreads } from './chart-threads.ts'
import type { MatchNames } from './name-search.ts'
import type { PackedTree, FrameNames, PackedNames, TreeOptions } from './tree-messages.ts'
import { formatWeight } from '../../../lib/profile/format/weight.ts'

/** A tree and the profiles it was made of. */
export interface TreeBuild extends FlameLayout {
  readonly removed: readonly number[]
  readonly chartSpan: PackedTree['chartSpan']
  readonly chartThreads: PackedTree['chartThreads']
  readonly tiers: Uint8Array | null
  readonly shownFacts: PackedTree['shownFacts']
  readonly warnings: readonly ProfileWarning[]
  /** After all filters. */
  readonly filtered: Profile
  readonly base: FoldedBase | null
  /**
   * The same before it was inverted or its base folded: there a stack has all its frames and ends where its self weight
   * is.
   */
  readonly upright: Profile
  readonly options: TreeOptions
}

/** Filters the profile and merges the rest into a tree. */
export async function buildTree(profile: Profile, options: TreeOptions, matchNames: MatchNames): Promise<TreeBuild> {
  const warnings: ProfileWarning[] = []
  const match = matchAllOnProblem(matchNames, ({ code, message, remedy }) => {
    warnings.push({ code, text: `A filter does nothing. ${message} ${remedy}`, count: 1 })
  })
  const [before, after] = splitAt(options.filters, ['invert', 'fold-base'])
  const upright = await applyFiltersInSteps(profile, before, match)
  const shown = await applyFiltersInSteps(upright.profile, after, match)
  const { tree, nodeOfRow, time, cutSamples } = buildIndexedTree(shown.profile, options)
  if (cutSamples > 0) {
    const text = `${formatWeight(cutSamples, 'samples')} are only counted, not drawn: the flame chart would have too many boxes.`
    warnings.push({ code: 'time-order-cut', text, count: cutSamples })
  }
  const warningsBefore = new Set(profile.provenance.warnings)
  const ownDepth = findOwnDepth(options.filters)
  return {
    tree: ownDepth === null ? tree : { ...tree, self: readOwnWeights(tree, tree, ownDepth) },
    starts: time?.starts ?? layoutStarts(tree),
    widths: time?.widths ?? null,
    chartSpan: time?.span ?? null,
    chartThreads: time ? orderChartThreads(shown.profile, tree) : [],
    removed: [...upright.removed, ...shown.removed],
    tiers: nodeOfRow && computeNodeTiers(shown.profile, tree, nodeOfRow),
    shownFacts: before.length > 0 ? describeShown(upright.profile) : null,
    warnings: [...warnings, ...shown.profile.provenance.warnings.filter((warning) => !warningsBefore.has(warning))],
    filtered: shown.profile,
    base: shown.base,
    upright: upright.profile,
    options: { filters: options.filters, sort: options.sort },
  }
}

/** A search that cannot be run finds everything, so that its filter takes nothing away. */
export function matchAllOnProblem(
  matchNames: MatchNames,
  onProblem: (problem: AnyProblem) => void = () => undefined,
): MatchNames {
  return async (names, term) => {
    try {
      return await matchNames(names, term)
    } catch (error) {
      if (!isProblem(error)) throw error
      onProblem(error)
      return new Uint8Array(names.length).fill(1)
    }
  }
}

/** Splits a list before its first filter of one of these types; the second part is empty where there is none. */
export function splitAt(
  filters: readonly Filter[],
  types: readonly Filter['type'][],
): [readonly Filter[], readonly Filter[]] {
  const at = filters.findIndex(({ type }) => types.includes(type))
  return at < 0 ? [filters, []] : [filters.slice(0, at), filters.slice(at)]
}

/** `nodeOfRow` is null in a flame chart, where a stack has many nodes. */
export function buildIndexedTree(
  profile: Profile,
  { sort, filters }: TreeOptions,
): FlameChart & { readonly nodeOfRow: TreeWithRows['nodeOfRow'] | null } {
  if (sort === 'time') return { ...buildFlameChart(profile, getChartSpan(profile, filters)), nodeOfRow: null }
  return { ...buildTreeWithRows(profile, { sort }), time: null, cutSamples: 0 }
}

/** The part of the recording that a filter chose, else all of it. */
function getChartSpan(profile: Profile, filters: readonly Filter[]): Span | null {
  const span = getRecordingSpan(profile)
  const chosen = filters.find((filter) => filter.type === 'time')
  return span && chosen ? [chosen.fromMs, chosen.toMs] : span
}

/** Packs a tree for the page; the names go along when they are not those of the tree before. */
export function packTree({ filtered: shown, ...build }: TreeBuild, before?: TreeBuild): PackedTree {
  const isSameNames = before?.filtered.strings === shown.strings && before.filtered.frames === shown.frames
  const names = isSameNames ? null : packNames(shown)
  const { tree, starts, widths, chartSpan, chartThreads, removed, shownFacts, tiers, warnings, base } = build
  const chart = { chartSpan, chartThreads }
  return {
    tree,
    starts,
    widths,
    ...chart,
    removed,
    shownFacts,
    tiers,
    warnings,
    base,
    names,
    lineWeights: sumLines(shown),
  }
}

export function packNames({ frames, strings }: FrameNames): PackedNames {
  // Copies: the columns may be views of the whole decoded file, which would go along.
  const { length, name, raw, module, kind } = frames
  const columns = { length, name: name.slice(), raw: raw.slice(), module: module.slice(), kind: kind.slice() }
  return { frames: columns, joined: strings.join(''), lengths: Uint32Array.from(strings, ({ length }) => length) }
}

/** The columns that the worker keeps no longer: they move to the page instead of being copied. */
export function listPackedBuffers({ tree, starts, widths, tiers, names, lineWeights }: PackedTree): ArrayBufferLike[] {
  const { name, raw, module, kind } = names?.frames ?? {}
  const { frame, line, weight } = lineWeights ?? {}
  const columns = [tiers, names?.lengths, name, raw, module, kind, frame, line, weight]
  const others = columns.filter((column) => column != null)
  return [...listLayoutBuffers({ tree, starts, widths }), ...others.map(({ buffer }) => buffer)]
}

export function listLayoutBuffers({ tree, starts, widths }: FlameLayout): ArrayBufferLike[] {
  const columns = [tree.frame, tree.parent, tree.end, tree.depth, tree.self, tree.total, starts]
  return [...columns, ...(widths ? [widths] : [])].map(({ buffer }) => buffer)
}
