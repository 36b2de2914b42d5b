/** Random views of a profile, such as its user could make. */
import { buildCallTree, type CallTree } from '../../profile/tree/call-tree.ts'
import { colourModes } from '../../profile/colour/colour-group.ts'
import {
  comparisonModes,
  comparisonScales,
  comparisonWidths,
  defaultComparison,
  deltaKinds,
  type ComparisonView,
} from '../../profile/compare/merged-tree/comparison.ts'
import { applyFilters, type Filter, type FilterStep } from '../../profile/filters/filters.ts'
import { totalWeight } from '../../profile/model/stack-weights.ts'
import { openKeyOfNode } from '../../profile/filters/fold-framework.ts'
import { packsIn } from '../../profile/filters/framework-packs.ts'
import { packageOfName } from '../../profile/names/java-package.ts'
import { getNodePath } from '../../profile/tree/path-keys.ts'
import { nameOfFrame, type Profile } from '../../profile/model/profile.ts'
import { listFrameNames, type SearchTerm } from '../../profile/search/search.ts'
import { buildThreadTable } from '../../profile/time/thread-table.ts'
import { getTimeSpan } from '../../profile/time/time-span.ts'
import { listViewFilters, type ViewState } from '../../profile/view/view.ts'
import { createRandom } from './random-profile.ts'

/** A filter that leaves less of the profile than this is not used. */
const leastShareLeft = 0.05
const mostFilters = 3

/**
 * A view that a user could make of this profile, the same for the same seed: its paths, names, threads and times exist,
 * and its filters leave some samples. Every part of the state differs from the default in some of the views.
 */
export function randomView(profile: Profile, seed: number): ViewState {
  const choose = createChoice(seed)
  const invert = choose.chance(0.2)
  const byThread = choose.chance(0.2)
  const tab = choose.chance(0.6) ? 'graph' : choose.of(['table', 'callers', 'tree'] as const)
  const base = choose.chance(0.3) ? 'open' : 'folded'
  const filters = randomFilters(choose, profile)
  const filtered = applyFilters(profile, listViewFilters({ tab, filters, invert, byThread, base }))
  const tree = buildCallTree(filtered)
  const names = listFrameNames(filtered).filter((name) => name !== '')
  const hasTimes = getTimeSpan(profile) !== null
  const sort = choose.of<ViewState['sort']>(hasTimes ? ['name', 'weight', 'time'] : ['name', 'weight'])
  // In a flame chart a path is the number of a node, and its tree has more nodes than this one.
  const pathOf = (node: number) =>
    sort === 'time'
      ? node === 0
        ? []
        : [node.toString(36).toUpperCase().padStart(5, '-')]
      : getNodePath(filtered, tree, node)
  const pathOrNone = (chance: number) => (choose.chance(chance) ? pathOf(randomNode(choose, tree)) : [])
  return {
    tab,
    orientation: choose.of(['flame', 'icicle']),
    invert,
    byThread,
    base,
    sort,
    names: choose.of(['full', 'simple']),
    colour: choose.of(colourModes),
    rules: choose.upTo(4, () => ({ pattern: randomSearch(choose, names).text, colour: choose.below(8) })),
    zoom: pathOrNone(0.5),
    range: choose.chance(0.3) ? randomRange(choose) : null,
    row: choose.chance(0.3) ? choose.below(tree.maxDepth + 1) : null,
    searches: choose.upTo(4, () => randomSearch(choose, names)),
    search: choose.chance(0.3) ? randomSearch(choose, names).text : '',
    caseSensitive: choose.chance(0.2),
    selected: pathOrNone(0.5),
    about: choose.chance(0.3) ? choose.of(names) : '',
    filters,
    comparison: choose.chance(0.3) ? randomComparison(choose, filters) : defaultComparison,
  }
}

function randomComparison(choose: Choice, filters: readonly FilterStep[]): ComparisonView {
  return {
    mode: choose.of(comparisonModes),
    width: choose.of(comparisonWidths),
    isWidthChosen: true,
    delta: choose.of(deltaKinds),
    scale: choose.of(comparisonScales),
    requests: choose.chance(0.3) ? [1 + choose.below(1000), 1 + choose.below(1000)] : null,
    fade: choose.chance(0.5),
    baselineFilters: choose.chance(0.3) ? filters.slice(0, choose.below(3)) : null,
  }
}

function randomFilters(choose: Choice, profile: Profile): FilterStep[] {
  const steps: FilterStep[] = []
  let before = profile
  for (const make of choose.upTo(mostFilters, () => choose.of(filterMakers))) {
    const filter = make(choose, before)
    if (filter === null) continue
    if (choose.chance(0.15)) {
      steps.push({ ...filter, off: true })
      continue
    }
    const after = applyFilters(before, [filter])
    if (totalWeight(after) < leastShareLeft * totalWeight(profile)) continue
    steps.push(filter)
    before = after
  }
  return steps
}

type MakeFilter = (choose: Choice, profile: Profile) => Filter | null
const named =
  (type: 'hide' | 'show-from' | 'focus' | 'drop'): MakeFilter =>
  (choose, profile) => ({ type, name: randomName(choose, profile) })

/** One for each type of filter. */
const filterMakers: readonly MakeFilter[] = [
  named('hide'),
  named('show-from'),
  named('focus'),
  named('drop'),
  () => ({ type: 'by-thread' }),
  () => ({ type: 'invert' }),
  () => ({ type: 'strip-lines' }),
  () => ({ type: 'hide-idle' }),
  (choose) => ({ type: 'fold-recursion', reach: choose.of(['direct', 'indirect']) }),
  (choose, profile) => ({ type: 'only-packages', packages: [packageOfName(randomName(choose, profile)) || 'java'] }),
  (choose, profile) => ({ type: 'collapse-package', name: packageOfName(randomName(choose, profile)) || 'java' }),
  (choose, { frames, strings }) => ({ type: 'collapse-module', name: strings[choose.of([...frames.module])]! }),
  (choose, profile) => {
    const packs = packsIn(listFrameNames(profile))
    return packs.length === 0 ? null : randomFold(choose, profile, choose.of(packs).id)
  },
  (choose, profile) => {
    const tree = buildCallTree(profile)
    return { type: 'focus-path', path: getNodePath(profile, tree, randomNode(choose, tree)) }
  },
  (choose, profile) => ({ type: 'keep', search: randomSearch(choose, listFrameNames(profile)) }),
  (choose, profile) => ({
    type: 'threads',
    threads: buildThreadTable(profile, 1)
      .map(({ name }) => name)
      .filter(() => choose.chance(0.6)),
  }),
  (choose, profile) => {
    const span = getTimeSpan(profile)
    if (!span) return null
    const [from, to] = randomRange(choose).map((share) => Math.round(span[0] + share * (span[1] - span[0])))
    return { type: 'time', fromMs: from!, toMs: to! }
  },
]

function randomFold(choose: Choice, profile: Profile, pack: string): Filter {
  const folded = applyFilters(profile, [{ type: 'fold-framework', pack, open: [] }])
  const tree = buildCallTree(folded)
  const keys = choose.upTo(2, () => openKeyOfNode(folded, tree, randomNode(choose, tree)))
  return { type: 'fold-framework', pack, open: [...new Set(keys.filter((key) => key !== null))] }
}

/** A literal part of a name, or a regular expression that matches it. */
function randomSearch(choose: Choice, names: readonly string[]): SearchTerm {
  const name = [...choose.of(names.filter((name) => name !== ''))].filter((char) => /[\w.]/.test(char)).join('') || 'a'
  const start = choose.below(Math.max(1, name.length - 4))
  const part = name.slice(start, start + 3 + choose.below(8))
  const text = choose.chance(0.2) ? `/${part.replaceAll('.', String.raw`\.`)}/` : part
  return { text, caseSensitive: choose.chance(0.3) }
}

function randomName(choose: Choice, profile: Profile): string {
  return nameOfFrame(profile, profile.stacks.frame[choose.below(profile.stacks.length)]!)
}

/** Also chooses wide nodes, which a choice by number alone would hardly ever give. */
function randomNode(choose: Choice, tree: CallTree): number {
  let node = 0
  const depth = choose.below(tree.maxDepth + 1)
  while (tree.depth[node]! < depth && node + 1 < tree.end[node]!) {
    const children: number[] = []
    for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) children.push(child)
    node = choose.of(children)
  }
  return node
}

/** Two shares as the viewer rounds them, not too close to each other. */
function randomRange(choose: Choice): [number, number] {
  const from = choose.below(8000)
  return [from / 10_000, (from + 500 + choose.below(10_000 - from - 500)) / 10_000]
}

type Choice = ReturnType<typeof createChoice>

function createChoice(seed: number) {
  const random = createRandom(seed)
  const below = (end: number) => Math.floor(random() * end)
  return {
    below,
    chance: (share: number) => random() < share,
    of: <Item>(items: readonly Item[]): Item => items[below(items.length)]!,
    /** From none to so many. */
    upTo: <Item>(most: number, make: () => Item): Item[] => Array.from({ length: below(most + 1) }, make),
  }
}
