/** Reads a profile, keeps it, and derives trees from it, away from the page's main thread. */
import { applyFiltersInSteps, type Filter } from '../../../lib/profile/filters/filters.ts'
import { listFrameNames } from '../../../lib/profile/search/search.ts'
import { buildHeatMap, getHeatMapSpan } from '../../../lib/profile/time/heat-map.ts'
import {
  listLayoutBuffers,
  listPackedBuffers,
  type TreeBuild,
  buildTree,
  matchAllOnProblem,
  packTree,
} from './make-tree.ts'
import { type BuildRef, createProfileHandlers } from './profile-handlers.ts'
import { serveWorker } from './serve-worker.ts'
import { computeTreeColours, buildTreeSandwich, getPackageAreas } from './tree-colours.ts'
import type { ColourWishes, TreeOptions } from './tree-messages.ts'
import { Moved } from './worker-rpc.ts'

const opened = createProfileHandlers<TreeBuild>()

const handlers = {
  ...opened.handlers,
  async build(options: TreeOptions, serial: number) {
    // The page has the names of the tree before: the same ones are not sent again, `packed.names` is null then.
    const before = opened.newest()
    const made = await buildTree(opened.openProfile(), options, opened.matchNames)
    const packed = packTree(made, before)
    opened.keep(serial, made, packed.names && listFrameNames(made.filtered))
    return new Moved(packed, listPackedBuffers(packed))
  },
  colours({ mode, rules, beside, ...ref }: BuildRef & ColourWishes) {
    const build = opened.newestOf(ref)
    return computeTreeColours(build, mode, rules, opened.names(), opened.matchNames, opened.openProfile(), beside)
  },
  packageAreas: () => getPackageAreas(opened.openProfile()),
  /** Callers and callees of all frames of this canonical name. */
  sandwich({ name, ...ref }: BuildRef & { name: string }) {
    const sandwich = buildTreeSandwich(opened.newestOf(ref), name)
    return new Moved(sandwich, [...listLayoutBuffers(sandwich.callers), ...listLayoutBuffers(sandwich.callees)])
  },
  /** Counts the samples that pass these filters, of which none is a time range. */
  async heatMap({ filters, cellMs }: { filters: readonly Filter[]; cellMs: number }) {
    const profile = opened.openProfile()
    const shown = await applyFiltersInSteps(profile, filters, matchAllOnProblem(opened.matchNames))
    const heatMap = buildHeatMap(shown.profile, cellMs, getHeatMapSpan(profile))
    return new Moved(heatMap, [heatMap.cells.buffer])
  },
}
export type TreeHandlers = typeof handlers

serveWorker(handlers, opened.giveUp)
