import type { ColourMode, ColourRule } from '../../../lib/profile/colour/colour-group.ts'
import type { Filter } from '../../../lib/profile/filters/filters.ts'
import type { HeatMap } from '../../../lib/profile/time/heat-map.ts'
import type { SearchTerm } from '../../../lib/profile/search/search.ts'
import type {
  BuiltSandwich,
  BuiltTree,
  DrawnTree,
  FoundFrames,
  FrameNames,
  FrameworkTitle,
  PackedNames,
  ProfileBasics,
  ProfileFacts,
  ProfileSource,
  TreeAnswers,
  TreeColours,
  TreeOrder,
  TreeRequest,
} from './tree-messages.ts'
import { createWorkerTalk, type WorkerTalk } from './worker-rpc.ts'

/** Cut out between two pauses: a few milliseconds. */
const step = 20_000

/** Cuts the names apart, with a pause now and then for whatever else the page has to do: there may be 200,000. */
export async function unpackNames({ frames, joined, lengths }: PackedNames): Promise<FrameNames> {
  const strings: string[] = []
  let end = 0
  for (let index = 0; index < lengths.length; index++) {
    if (index > 0 && index % step === 0) await pause()
    strings.push(joined.slice(end, (end += lengths[index]!)))
  }
  return { frames, strings }
}

/** Not a timer: those of a tab that nobody sees come once a second. */
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

/** A profile in a worker, to be asked for trees and what belongs to them. */
export interface TreeClient {
  /** Settles when the profile was read. */
  readonly opened: Promise<ProfileBasics>
  describe(): Promise<ProfileFacts>
  packs(): Promise<readonly FrameworkTitle[]>
  build(order: TreeOrder): Promise<DrawnTree>
  search(drawn: DrawnTree, searches: readonly SearchTerm[]): Promise<FoundFrames>
  colours(drawn: DrawnTree, mode: ColourMode, rules: readonly ColourRule[]): Promise<TreeColours>
  sandwich(drawn: DrawnTree, name: string): Promise<BuiltSandwich>
  heatMap(filters: readonly Filter[], cellMs: number): Promise<HeatMap>
  close(): void
}

/** How the client of a profile talks with its worker. */
export type TreeTalk = Pick<WorkerTalk<TreeRequest, TreeAnswers>, 'ask' | 'serial' | 'end'>

/**
 * Opens a profile in a worker of its own.
 *
 * Throws: each answer may be a Problem, or an AbortError when something newer made the question needless.
 */
export function openTreeClient(
  worker: Worker,
  source: ProfileSource,
  talk: TreeTalk = createWorkerTalk<TreeRequest, TreeAnswers>(worker),
): TreeClient {
  const { ask } = talk
  const closing = new AbortController()
  let names: Promise<FrameNames> | undefined

  /** In the order of the builds, late or not: the names of one may be "as before". */
  async function named({ names: packed, ...built }: BuiltTree, build: number): Promise<DrawnTree> {
    if (packed) names = unpackNames(packed)
    return { ...built, ...(await names!), build }
  }

  const loaded = 'bytes' in source ? Promise.resolve(source.bytes) : source.load(closing.signal)
  const opened = loaded.then((bytes) => {
    return ask<'open'>({ type: 'open', bytes }, 'bytes' in source ? [] : [bytes.buffer])
  })
  opened.catch(() => undefined) // whoever asks for it hears of it; nobody has to

  return {
    opened,
    describe: () => loaded.then(() => ask<'describe'>({ type: 'describe' })),
    packs: () => loaded.then(() => ask<'packs'>({ type: 'packs' })),
    build: (order) =>
      loaded.then(async () => {
        const build = talk.serial() + 1
        return named(await ask<'build'>({ type: 'build', ...order }), build)
      }),
    search: ({ build }, searches) => ask<'search'>({ type: 'search', build, searches }),
    colours: ({ build }, mode, rules) => ask<'colours'>({ type: 'colours', build, mode, rules }),
    sandwich: ({ build }, name) => ask<'sandwich'>({ type: 'sandwich', build, name }),
    heatMap: (filters, cellMs) => loaded.then(() => ask<'heat-map'>({ type: 'heat-map', filters, cellMs })),
    close() {
      closing.abort()
      talk.end()
    },
  }
}
