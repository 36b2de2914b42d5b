/** Reads a profile, keeps it, and derives trees from it, away from the page's main thread. */
import type { ColourMode, ColourRule } from '../../../lib/profile/colour/colour-group.ts'
import { applyFiltersInSteps, type Filter } from '../../../lib/profile/filters/filters.ts'
import { frameNames } from '../../../lib/profile/search/search.ts'
import { heatMapOf, heatMapSpan } from '../../../lib/profile/time/heat-map.ts'
import { buffersOf, buffersOfBuilt, type MadeTree, makeTree, orAll, packTree } from './make-tree.ts'
import { type BuildRef, createProfileHandlers } from './profile-handlers.ts'
import { serveWorker } from './serve-worker.ts'
import { coloursOf, sandwichOfTree } from './tree-colours.ts'
import type { TreeOrder } from './tree-messages.ts'
import { Moved } from './worker-rpc.ts'

const opened = createProfileHandlers<MadeTree>()

const handlers = {
  ...opened.handlers,
  async build(order: TreeOrder, serial: number) {
    const before = opened.newest()
    const made = await makeTree(opened.openProfile(), order, opened.matchNames)
    const packed = packTree(made, before)
    opened.keep(serial, made, packed.names && frameNames(made.shown))
    return new Moved(packed, buffersOfBuilt(packed))
  },
  colours: ({ mode, rules, ...ref }: BuildRef & { mode: ColourMode; rules: readonly ColourRule[] }) =>
    coloursOf(opened.newestOf(ref), mode, rules, opened.names(), opened.matchNames),
  /** Callers and callees of all frames of this canonical name. */
  sandwich({ name, ...ref }: BuildRef & { name: string }) {
    const sandwich = sandwichOfTree(opened.newestOf(ref), name)
    return new Moved(sandwich, [...buffersOf(sandwich.callers), ...buffersOf(sandwich.callees)])
  },
  /** Of the samples that pass these filters, of which none is a time range. */
  async heatMap({ filters, cellMs }: { filters: readonly Filter[]; cellMs: number }) {
    const profile = opened.openProfile()
    const shown = await applyFiltersInSteps(profile, filters, orAll(opened.matchNames))
    const heatMap = heatMapOf(shown.profile, cellMs, heatMapSpan(profile))
    return new Moved(heatMap, [heatMap.cells.buffer])
  },
}
export type TreeHandlers = typeof handlers

serveWorker(handlers, opened.giveUp)
