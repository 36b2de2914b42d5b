/** Reads two profiles, keeps them, and derives trees over both, away from the page's main thread. */
import { writeDifffolded } from '../../../../lib/formats/folded/difffolded.ts'
import { goneAndNew } from '../../../../lib/profile/compare/added-and-removed.ts'
import type { DeltaKind } from '../../../../lib/profile/compare/merged-tree/comparison.ts'
import type { Filter } from '../../../../lib/profile/filters/filters.ts'
import { decodeProfile } from '../../../../lib/profile/model/encode.ts'
import { heatMapOf, heatMapSpan } from '../../../../lib/profile/time/heat-map.ts'
import { type BuildRef, createProfileHandlers } from '../../worker/profile-handlers.ts'
import { serveWorker } from '../../worker/serve-worker.ts'
import type { TreeOrder } from '../../worker/tree-messages.ts'
import { Moved } from '../../worker/worker-rpc.ts'
import { functionsOfMade, powerOfMade, verdictsOfMade } from './diff-significance.ts'
import { createUnionMaker, type MadeUnion, packUnion, type UnionMaker } from './make-merged-tree.ts'

const opened = createProfileHandlers<MadeUnion>()
let baseline: Uint8Array | null = null
let maker: UnionMaker | undefined

function openMaker(): UnionMaker {
  const after = opened.openProfile()
  return (maker ??= createUnionMaker({ before: baseline ? decodeProfile(baseline) : after, after }, opened.matchNames))
}

const handlers = {
  ...opened.handlers,
  /** null when the baseline is the profile itself. Before `open`. */
  openBaseline({ bytes }: { bytes: Uint8Array<ArrayBuffer> | null }): void {
    baseline = bytes
  },
  async build(order: TreeOrder, serial: number) {
    const before = opened.newest()
    const made = await openMaker().make(order)
    const packed = packUnion(made, before)
    const { frames, strings } = made.union
    opened.keep(serial, made, packed.names && Array.from(frames.name, (name) => strings[name]!))
    return new Moved(packed, [packed.starts.buffer])
  },
  async heatMap({ filters, cellMs }: { filters: readonly Filter[]; cellMs: number }) {
    const heatMap = heatMapOf(await openMaker().filterAfter(filters), cellMs, heatMapSpan(opened.openProfile()))
    return new Moved(heatMap, [heatMap.cells.buffer])
  },
  judge: ({ delta, ...ref }: BuildRef & { delta: DeltaKind }) => verdictsOfMade(opened.newestOf(ref), delta),
  functions: ({ delta, ...ref }: BuildRef & { delta: DeltaKind }) => functionsOfMade(opened.newestOf(ref), delta),
  power: (ref: BuildRef) => powerOfMade(opened.newestOf(ref)),
  changes: (ref: BuildRef) => goneAndNew(opened.newestOf(ref).union),
  /** As difffolded.pl writes it. */
  difffolded(ref: BuildRef): Blob {
    const { before, after } = opened.newestOf(ref)
    return new Blob([...writeDifffolded(before, after)], { type: 'text/plain' })
  },
}
export type ComparisonHandlers = typeof handlers

serveWorker(handlers, opened.giveUp)
