import type { PackageAreas } from '../../../lib/profile/colour/package-colours.ts'
import type { Filter } from '../../../lib/profile/filters/filters.ts'
import type { HeatMap } from '../../../lib/profile/time/heat-map.ts'
import type { SearchTerm } from '../../../lib/profile/search/search.ts'
import type {
  BuiltSandwich,
  ColourWishes,
  PackedTree,
  TreeModel,
  FrameMatches,
  FrameNames,
  FrameworkTitle,
  PackedNames,
  ProfileBasics,
  ProfileFacts,
  ProfileSource,
  TreeColours,
  TreeOptions,
} from './tree-messages.ts'
import type { TreeHandlers } from './tree.worker.ts'
import { connectWorker, type WorkerRpc } from './worker-rpc.ts'

/** Names that are cut out between two pauses: a few milliseconds. */
const step = 20_000

/** Cuts the names apart, with a pause now and then for other tasks of the page: there may be 200,000. */
export async function unpackNames({ frames, joined, lengths }: PackedNames): Promise<FrameNames> {
  const strings: string[] = []
  let end = 0
  for (let index = 0; index < lengths.length; index++) {
    if (index > 0 && index % step === 0) await pause()
    strings.push(joined.slice(end, (end += lengths[index]!)))
  }
  return { frames, strings }
}

/** Waits without a timer: those of a hidden tab come once a second. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

/** A profile in a worker, which gives trees of it and facts on them. */
export interface TreeClient {
  /** Settles when the profile was read. */
  readonly opened: Promise<ProfileBasics>
  describe(): Promise<ProfileFacts>
  /** Framework packs that the profile has frames of. */
  packs(): Promise<readonly FrameworkTitle[]>
  /** Replaces the tree of the worker: requests about an earlier one end with an AbortError. */
  build(options: TreeOptions): Promise<TreeModel>
  search(model: TreeModel, searches: readonly SearchTerm[]): Promise<FrameMatches>
  colours(model: TreeModel, wishes: ColourWishes): Promise<TreeColours>
  packageAreas(): Promise<PackageAreas>
  /** `name`: canonical, of the function. */
  sandwich(model: TreeModel, name: string): Promise<BuiltSandwich>
  /** Counts the samples that pass these filters, of which none is a time range, in cells of `cellMs`. */
  heatMap(filters: readonly Filter[], cellMs: number): Promise<HeatMap>
  /** Ends the worker. Calls without an answer end with an AbortError. */
  close(): void
}

/**
 * Opens a profile in a worker of its own.
 *
 * Throws: each answer may be a Problem, or an AbortError when something newer made the question needless.
 */
export function openTreeClient(
  worker: Worker,
  source: ProfileSource,
  rpc: WorkerRpc<TreeHandlers> = connectWorker<TreeHandlers>(worker),
): TreeClient {
  const closing = new AbortController()
  let names: Promise<FrameNames> | undefined

  /** In the order of the builds, late or not: the names of one may be "as before". */
  async function unpackTree({ names: packed, ...built }: PackedTree, build: number): Promise<TreeModel> {
    if (packed) names = unpackNames(packed)
    return { ...built, ...(await names!), build }
  }

  const loaded = 'bytes' in source ? Promise.resolve(source.bytes) : source.load(closing.signal)
  // The first to wait for `loaded`, so `open` is sent before all other calls, which wait for it too or need a tree.
  const opened = loaded.then((bytes) => {
    return rpc.call('open', { bytes }, 'bytes' in source ? [] : [bytes.buffer])
  })
  opened.catch(() => undefined) // a caller that asks for it gets the error; there may be none

  return {
    opened,
    describe: () => loaded.then(() => rpc.call('describe')),
    packs: () => loaded.then(() => rpc.call('packs')),
    build: (options) =>
      loaded.then(async () => {
        const build = rpc.serial() + 1 // of the call that follows at once
        return unpackTree(await rpc.call('build', options), build)
      }),
    search: ({ build }, searches) => rpc.call('search', { build, searches }),
    colours: ({ build }, wishes) => rpc.call('colours', { build, ...wishes }),
    packageAreas: () => loaded.then(() => rpc.call('packageAreas')),
    sandwich: ({ build }, name) => rpc.call('sandwich', { build, name }),
    heatMap: (filters, cellMs) => loaded.then(() => rpc.call('heatMap', { filters, cellMs })),
    close() {
      closing.abort()
      rpc.end()
    },
  }
}
