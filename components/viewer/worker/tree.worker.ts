/** Reads a profile, keeps it, and derives trees from it, away from the page's main thread. */
import { decodeProfile } from '../../../lib/profile/model/encode.ts'
import { applyFiltersInSteps } from '../../../lib/profile/filters/filters.ts'
import { packsIn } from '../../../lib/profile/filters/framework-packs.ts'
import { heatMapOf, heatMapSpan } from '../../../lib/profile/time/heat-map.ts'
import { describeProfile } from './profile-facts.ts'
import type { Profile } from '../../../lib/profile/model/profile.ts'
import { frameNames } from '../../../lib/profile/search/search.ts'
import { asFailure } from './worker-response.ts'
import { createNameMatcher, findFrames } from './name-search.ts'
import { createPatternSearch } from './pattern-search.ts'
import { createRequestQueue } from './request-queue.ts'
import { buffersOf, buffersOfBuilt, makeTree, orAll, packTree, type MadeTree } from './make-tree.ts'
import { coloursOf, sandwichOfTree } from './tree-colours.ts'
import type { TreeAnswers, TreeReply, TreeRequest } from './tree-messages.ts'

const patterns = createPatternSearch()
const matchNames = createNameMatcher(patterns)
let profile: Profile | undefined
/** The newest tree, which searches and colours are about. */
let made: MadeTree | undefined
let build = -1
let names: readonly string[] = []

const requests = createRequestQueue<TreeRequest>({
  run: (request) =>
    answer(request).catch((error: unknown) => {
      const { serial } = request
      if (error instanceof DOMException && error.name === 'AbortError') reply({ type: 'outdated', serial })
      else reply({ type: 'failed', serial, problem: asFailure(error) })
    }),
  giveUp: () => patterns.giveUp(),
  onOutdated: ({ serial }) => reply({ type: 'outdated', serial }),
})

self.onmessage = ({ data }: MessageEvent<TreeRequest>) => requests.add(data)

async function answer(request: TreeRequest): Promise<void> {
  const { serial, type } = request
  const done = (given: TreeAnswers[keyof TreeAnswers], transfer: Transferable[] = []) =>
    reply({ type: 'done', serial, answer: given }, transfer)
  if (type === 'open') {
    profile = decodeProfile(request.bytes)
    const { unit, provenance, samples } = profile
    return done({ unit, provenance, samples: samples.length, timeSpan: heatMapSpan(profile) })
  }
  if (!profile) throw new Error(`${type} before open`)
  if (type === 'describe') return done(describeProfile(profile))
  if (type === 'packs') return done(packsIn(frameNames(profile)).map(({ id, title }) => ({ id, title })))
  if (type === 'heat-map') {
    const shown = await applyFiltersInSteps(profile, request.filters, orAll(matchNames))
    const heatMap = heatMapOf(shown.profile, request.cellMs, heatMapSpan(profile))
    return done(heatMap, [heatMap.cells.buffer])
  }
  if (type === 'build') {
    const before = made
    made = await makeTree(profile, request, matchNames)
    build = serial
    const packed = packTree(made, before)
    if (packed.names) names = frameNames(made.shown)
    return done(packed, buffersOfBuilt(packed))
  }
  if (!made || request.build !== build) return reply({ type: 'outdated', serial })
  switch (request.type) {
    case 'search': {
      const found = await findFrames(names, request.searches, matchNames)
      return done(found, [found.frameMasks.buffer])
    }
    case 'colours':
      return done(await coloursOf(made, request.mode, request.rules, names, matchNames))
    case 'sandwich': {
      const sandwich = sandwichOfTree(made, request.name)
      return done(sandwich, [...buffersOf(sandwich.callers), ...buffersOf(sandwich.callees)])
    }
  }
}

function reply(message: TreeReply, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer })
}
