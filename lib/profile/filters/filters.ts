import { collapsedTitle, collapseRuns } from './merge-runs.ts'
import { focusOn, hideFrames, showFrom } from './rewrite-stacks.ts'
import { focusOnPath } from './focus-path.ts'
import { describeBase, foldBase, type FoldedBase } from './fold-base.ts'
import { foldFrameworks } from './fold-framework.ts'
import { foldAllRecursion, foldDirectRecursion } from './fold-recursion.ts'
import { type FrameMask, framesNamed, framesOfModule, framesOfPackages, framesOutsidePackages } from './frame-masks.ts'
import { dropIdle } from './idle-stacks.ts'
import { invertProfile } from '../tree/invert.ts'
import { dropStacksHolding, keepStacksHolding, keepThreads, keepTime, matchSearchTerm } from './keep-samples.ts'
import type { Profile } from '../model/profile.ts'
import { totalWeight } from '../model/stack-weights.ts'
import { listFrameNames, type SearchTerm } from '../search/search.ts'
import { splitByThread } from './split-by-thread.ts'
import { stripLines } from './strip-lines.ts'

/**
 * One step from the recorded profile to the one that is drawn, as plain data. `name` is a frame's canonical name.
 *
 *     by-thread         each thread becomes a root                          keeps all weight
 *     invert            leaves become roots                                 keeps all weight
 *     fold-recursion    a frame under itself is drawn once: `direct` right  keeps all weight
 *                       under itself, `indirect` with others between
 *     hide              the frame is left out, its callees move up          keeps all weight
 *     show-from         callers of the first such frame are cut off;        keeps all weight
 *                       stacks without it stay as they are
 *     only-packages     all but Java frames of these is left out, so what   keeps all weight
 *                       they call counts for them
 *     collapse-package  neighbours of the package become one box            keeps all weight
 *     collapse-module   neighbours from the library become one box          keeps all weight
 *     fold-framework    a run of frames of the pack becomes one box, but    keeps all weight
 *                       for the runs in `open` (openKeyOfNode)
 *     fold-base         frames from the root to the first Java method       keeps all weight
 *                       become one box (fold-base.ts)
 *     strip-lines       `Foo.bar:42` becomes `Foo.bar`                      keeps all weight
 *     focus             only the subtrees of the function                   loses the weight elsewhere
 *     focus-path        only the subtree of this node (path-keys.ts);       loses the weight elsewhere
 *                       nothing where its path is not there and `whole`
 *     drop              no stack that holds the frame                       loses their weight
 *     keep              only stacks in which the search finds a frame       loses the weight of others
 *     hide-idle         no stack that waits for work (idle-stacks.ts)       loses their weight
 *     threads           only threads of these names                         loses the weight of others
 *     time              only samples from..to ms; those without a           loses the weight outside
 *                       time are outside
 */
export type Filter =
  | { readonly type: 'by-thread' }
  | { readonly type: 'invert' }
  | { readonly type: 'fold-recursion'; readonly reach: 'direct' | 'indirect' }
  | { readonly type: 'hide'; readonly name: string }
  | { readonly type: 'show-from'; readonly name: string }
  | { readonly type: 'only-packages'; readonly packages: readonly string[] }
  | { readonly type: 'collapse-package'; readonly name: string }
  | { readonly type: 'collapse-module'; readonly name: string }
  | { readonly type: 'fold-framework'; readonly pack: string; readonly open: readonly string[] }
  | { readonly type: 'fold-base' }
  | { readonly type: 'strip-lines' }
  | { readonly type: 'focus'; readonly name: string }
  | { readonly type: 'focus-path'; readonly path: readonly string[]; readonly whole?: true }
  | { readonly type: 'drop'; readonly name: string }
  | { readonly type: 'keep'; readonly search: SearchTerm }
  | { readonly type: 'hide-idle' }
  | { readonly type: 'threads'; readonly threads: readonly string[] }
  | { readonly type: 'time'; readonly fromMs: number; readonly toMs: number }

/** A filter in a list that people keep: `off` keeps its place without doing anything. */
export type FilterStep = Filter & { readonly off?: true }

/**
 * Gives the profile after all filters, in their order. They removed totalWeight before minus totalWeight after.
 * Throws: Problem pattern-invalid, for a `keep`. Its pattern may take for ever: applyFiltersInSteps lets it be killed.
 */
export function applyFilters(profile: Profile, filters: readonly Filter[]): Profile {
  return roundsOf(filters).reduce((before, round) => applyRound(before, round, matchSearchTerm), profile)
}

/**
 * The same, with searches run by `match`, where a regular expression can be stopped. Gives the weight that each filter
 * took away, too, and the frames that the box of a folded base replaces.
 */
export async function applyFiltersInSteps(
  profile: Profile,
  filters: readonly Filter[],
  match: (names: readonly string[], term: SearchTerm) => Promise<FrameMask>,
): Promise<{ profile: Profile; removed: number[]; base: FoldedBase | null }> {
  const removed: number[] = []
  let base: FoldedBase | null = null
  let filtered = profile
  let weight = totalWeight(profile)
  for (const round of roundsOf(filters)) {
    const before = filtered
    const weightBefore = weight
    const [first] = round
    if (first.type === 'keep') {
      const found = await match(listFrameNames(before), first.search)
      filtered = applyRound(before, round, () => found)
    } else filtered = applyCached(before, round)
    if (first.type === 'fold-base') base = describeBase(before, filtered)
    weight = filtered.samples.weight === before.samples.weight ? weightBefore : totalWeight(filtered)
    // Only folds share a round, and they take nothing.
    removed.push(...round.map(() => weightBefore - weight))
  }
  return { profile: filtered, removed, base }
}

/**
 * A cache of the results of the last rounds on a profile: adding a filter to a list, or removing the last one, does not
 * wait for the others again. An entry goes with its profile, so old lists are not kept.
 */
const roundCache = new WeakMap<Profile, Map<string, Profile>>()
/** Lists in that cache: the graph has one, the heat map above it another, without the range of time. */
const maxCachedLists = 2

function applyCached(profile: Profile, round: Round): Profile {
  const rounds = roundCache.get(profile) ?? new Map<string, Profile>()
  const key = JSON.stringify(round)
  const after = rounds.get(key) ?? applyRound(profile, round, matchSearchTerm)
  // One that changes nothing would only push out the others.
  if (after === profile) return after
  rounds.delete(key)
  rounds.set(key, after)
  for (const oldest of rounds.keys()) if (rounds.size > maxCachedLists) rounds.delete(oldest)
  roundCache.set(profile, rounds)
  return after
}

/** Filters that are done in one go: neighbouring folds of frameworks, else each by itself. */
type Round = [Filter, ...Filter[]]

function roundsOf(filters: readonly Filter[]): Round[] {
  const rounds: Round[] = []
  for (const filter of filters) {
    const last = rounds.at(-1)
    if (filter.type === 'fold-framework' && last?.[0].type === 'fold-framework') last.push(filter)
    else rounds.push([filter])
  }
  return rounds
}

type Match = (names: readonly string[], term: SearchTerm) => FrameMask

function applyRound(profile: Profile, round: Round, match: Match): Profile {
  const folds = round.filter((filter) => filter.type === 'fold-framework')
  return folds.length > 0 ? foldFrameworks(profile, folds) : applyFilter(profile, round[0], match)
}

function applyFilter(profile: Profile, filter: Filter, match: Match): Profile {
  switch (filter.type) {
    case 'by-thread':
      return splitByThread(profile)
    case 'invert':
      return invertProfile(profile)
    case 'fold-recursion':
      return filter.reach === 'direct' ? foldDirectRecursion(profile) : foldAllRecursion(profile)
    case 'hide':
      return hideFrames(profile, framesNamed(profile, filter.name))
    case 'show-from':
      return showFrom(profile, framesNamed(profile, filter.name))
    case 'only-packages':
      return hideFrames(profile, framesOutsidePackages(profile, filter.packages))
    case 'collapse-package':
      return collapseRuns(profile, {
        boxOf: framesOfPackages(profile, [filter.name]),
        titles: [collapsedTitle(filter.name)],
      })
    case 'collapse-module':
      return collapseRuns(profile, {
        boxOf: framesOfModule(profile, filter.name),
        titles: [collapsedTitle(filter.name)],
      })
    case 'fold-framework':
      return foldFrameworks(profile, [filter])
    case 'fold-base':
      return foldBase(profile)
    case 'strip-lines':
      return stripLines(profile)
    case 'focus':
      return focusOn(profile, framesNamed(profile, filter.name))
    case 'focus-path':
      return focusOnPath(profile, filter.path, filter.whole)
    case 'drop':
      return dropStacksHolding(profile, framesNamed(profile, filter.name))
    case 'keep':
      return keepStacksHolding(profile, match(listFrameNames(profile), filter.search))
    case 'hide-idle':
      return dropIdle(profile)
    case 'threads':
      return keepThreads(profile, filter.threads)
    case 'time':
      return keepTime(profile, filter.fromMs, filter.toMs)
  }
}
