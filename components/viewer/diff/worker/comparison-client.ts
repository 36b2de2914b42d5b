import type { DeltaKind, NodeResults } from '../../../../lib/profile/compare/merged-tree/comparison.ts'
import type { FunctionDeltaRows, GroupDeltaRows, PowerSummary } from './comparison-messages.ts'
import { openTreeClient, type TreeClient } from '../../worker/tree-client.ts'
import type { TreeModel, ProfileSource } from '../../worker/tree-messages.ts'
import { connectWorker } from '../../worker/worker-rpc.ts'
import type { ComparisonHandlers } from './comparison.worker.ts'

/** Two profiles in a worker: a client of the later one, whose trees are unions with the baseline. */
export interface ComparisonClient extends TreeClient {
  testSignificance(model: TreeModel, delta: DeltaKind): Promise<NodeResults>
  functions(model: TreeModel, delta: DeltaKind): Promise<FunctionDeltaRows>
  packages(model: TreeModel, delta: DeltaKind): Promise<GroupDeltaRows>
  classes(model: TreeModel, delta: DeltaKind): Promise<GroupDeltaRows>
  power(model: TreeModel): Promise<PowerSummary>
  /** Gives both sides as the text that difffolded.pl writes. */
  difffolded(model: TreeModel): Promise<Blob>
}

/** `baseline` may be the very source of `after`: then it is loaded once. */
export function openComparisonClient(after: ProfileSource, baseline: ProfileSource): ComparisonClient {
  const worker = startComparisonWorker()
  const rpc = connectWorker<ComparisonHandlers>(worker)
  const isSame = after === baseline || ('url' in after && 'url' in baseline && after.url === baseline.url)
  const both: ProfileSource = {
    load: async (signal) => {
      const [bytes, others] = await Promise.all([bytesOf(after, signal), isSame ? null : bytesOf(baseline, signal)])
      // The worker answers in order, so the baseline is there when the first tree is asked for.
      await rpc.call('openBaseline', { bytes: others }, others ? [others.buffer] : [])
      return bytes
    },
  }
  const client = openTreeClient(worker, both, rpc)
  return {
    ...client,
    // Boxes are coloured by how they changed, which needs no more than the tree.
    colours: (_, { mode }) =>
      Promise.resolve({ mode, legend: [], frameRules: null, nodePools: null, pools: [], packages: null }),
    testSignificance: ({ build }, delta) => rpc.call('testSignificance', { build, delta }),
    functions: ({ build }, delta) => rpc.call('functions', { build, delta }),
    packages: ({ build }, delta) => rpc.call('packages', { build, delta }),
    classes: ({ build }, delta) => rpc.call('classes', { build, delta }),
    power: ({ build }) => rpc.call('power', { build }),
    difffolded: ({ build }) => rpc.call('difffolded', { build }),
  }
}

/** Gives bytes of their own: they move to the worker for good. */
async function bytesOf(source: ProfileSource, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  return 'bytes' in source ? source.bytes.slice() : source.load(signal)
}

function startComparisonWorker(): Worker {
  return new Worker(new URL('./comparison.worker.ts', import.meta.url), { type: 'module' })
}
