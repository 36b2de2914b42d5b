/** Reads two profiles, keeps them, and derives trees over both, away from the page's main thread. */
import { writeDifffolded } from '../../../../lib/formats/folded/difffolded.ts'
import type { DeltaKind } from '../../../../lib/profile/compare/merged-tree/comparison.ts'
import type { Filter } from '../../../../lib/profile/filters/filters.ts'
import { decodeProfile } from '../../../../lib/profile/encoding/encode.ts'
import { buildHeatMap, getHeatMapSpan } from '../../../../lib/profile/time/heat-map.ts'
import { type BuildRef, createProfileHandlers } from '../../worker/profile-handlers.ts'
import { serveWorker } from '../../worker/serve-worker.ts'
import type { TreeOptions } from '../../worker/tree-messages.ts'
import { Moved, outdated } from '../../worker/worker-rpc.ts'
import { type Significance, testSignificance } from '../../../../lib/profile/compare/significance/significance.ts'
import { runSteps } from './run-steps.ts'
import {
  createMergedTreeBuilder,
  type MergedBuild,
  packMergedTree,
  type MergedTreeBuilder,
} from './make-merged-tree.ts'

const opened = createProfileHandlers<MergedBuild>()
let baseline: Uint8Array | null = null
let builder: MergedTreeBuilder | undefined

function openMaker(): MergedTreeBuilder {
  const after = opened.openProfile()
  return (builder ??= createMergedTreeBuilder(
    { before: baseline ? decodeProfile(baseline) : after, after },
    opened.matchNames,
  ))
}

let stopTests = (): void => undefined

/** The tests of a tree, which end as outdated when another tree is asked for meanwhile. */
async function testNewest(ref: BuildRef): Promise<Significance> {
  const significance = testSignificance(opened.newestOf(ref))
  const stop = new AbortController()
  stopTests = () => stop.abort(outdated())
  await runSteps(significance.steps(), stop.signal)
  return significance
}

const handlers = {
  ...opened.handlers,
  /** null when the baseline is the profile itself. Before `open`. */
  openBaseline({ bytes }: { bytes: Uint8Array<ArrayBuffer> | null }): void {
    baseline = bytes
  },
  async build(options: TreeOptions, serial: number) {
    // The page has the names of the tree before: the same ones are not sent again, `packed.names` is null then.
    const before = opened.newest()
    const made = await openMaker().build(options)
    const packed = packMergedTree(made, before)
    const { frames, strings } = made.merged
    opened.keep(serial, made, packed.names && Array.from(frames.name, (name) => strings[name]!))
    return new Moved(packed, [packed.starts.buffer])
  },
  async heatMap({ filters, cellMs }: { filters: readonly Filter[]; cellMs: number }) {
    const heatMap = buildHeatMap(await openMaker().filterAfter(filters), cellMs, getHeatMapSpan(opened.openProfile()))
    return new Moved(heatMap, [heatMap.cells.buffer])
  },
  testSignificance: async ({ delta, ...ref }: BuildRef & { delta: DeltaKind }) => (await testNewest(ref)).nodes(delta),
  functions: async ({ delta, ...ref }: BuildRef & { delta: DeltaKind }) => (await testNewest(ref)).functions(delta),
  packages: async ({ delta, ...ref }: BuildRef & { delta: DeltaKind }) => (await testNewest(ref)).packages(delta),
  classes: async ({ delta, ...ref }: BuildRef & { delta: DeltaKind }) => (await testNewest(ref)).classes(delta),
  power: async (ref: BuildRef) => (await testNewest(ref)).power(),
  /** Gives both sides as the text that difffolded.pl writes. */
  difffolded(ref: BuildRef): Blob {
    const { before, after } = opened.newestOf(ref)
    return new Blob([...writeDifffolded(before, after)], { type: 'text/plain' })
  },
}
export type ComparisonHandlers = typeof handlers

const tests: ReadonlySet<string> = new Set<keyof typeof handlers>([
  'testSignificance',
  'functions',
  'packages',
  'classes',
  'power',
])

serveWorker(
  handlers,
  () => {
    opened.giveUp()
    stopTests()
  },
  // Tests of a tree have no use once another tree is asked for.
  (newer, older) => newer.type === 'build' && tests.has(older.type),
)
