/** Reads two profiles, keeps them, and derives trees over both, away from the page's main thread. */
import { writeDifffolded } from '../../../../lib/formats/folded/difffolded.ts'
import { decodeProfile } from '../../../../lib/profile/model/encode.ts'
import { packsIn } from '../../../../lib/profile/filters/framework-packs.ts'
import { goneAndNew } from '../../../../lib/profile/compare/added-and-removed.ts'
import { heatMapOf, heatMapSpan } from '../../../../lib/profile/time/heat-map.ts'
import type { Profile } from '../../../../lib/profile/model/profile.ts'
import { frameNames } from '../../../../lib/profile/search/search.ts'
import { asFailure, type WorkerReply } from '../../worker/worker-response.ts'
import type { ComparisonAnswers, ComparisonRequest } from './comparison-messages.ts'
import { functionsOfMade, powerOfMade, verdictsOfMade } from './diff-significance.ts'
import { createNameMatcher, findFrames } from '../../worker/name-search.ts'
import { createPatternSearch } from '../../worker/pattern-search.ts'
import { describeProfile } from '../../worker/profile-facts.ts'
import { createRequestQueue } from '../../worker/request-queue.ts'
import { createUnionMaker, packUnion, type MadeUnion, type UnionMaker } from './make-merged-tree.ts'

type Reply = WorkerReply<ComparisonAnswers>

const patterns = createPatternSearch()
const matchNames = createNameMatcher(patterns)
let baseline: Uint8Array | null = null
let profile: Profile | undefined
let maker: UnionMaker | undefined
/** The newest union, which searches and verdicts are about. */
let made: MadeUnion | undefined
let build = -1
let names: readonly string[] = []

const requests = createRequestQueue<ComparisonRequest>({
  run: (request) =>
    answer(request).catch((error: unknown) => {
      const { serial } = request
      if (error instanceof DOMException && error.name === 'AbortError') reply({ type: 'outdated', serial })
      else reply({ type: 'failed', serial, problem: asFailure(error) })
    }),
  giveUp: () => patterns.giveUp(),
  onOutdated: ({ serial }) => reply({ type: 'outdated', serial }),
})

self.onmessage = ({ data }: MessageEvent<ComparisonRequest>) => requests.add(data)

async function answer(request: ComparisonRequest): Promise<void> {
  const { serial, type } = request
  const done = (given: ComparisonAnswers[keyof ComparisonAnswers], transfer: Transferable[] = []) =>
    reply({ type: 'done', serial, answer: given }, transfer)
  if (type === 'open-baseline') {
    baseline = request.bytes
    return done(null)
  }
  if (type === 'open') {
    profile = decodeProfile(request.bytes)
    const { unit, provenance, samples } = profile
    return done({ unit, provenance, samples: samples.length, timeSpan: heatMapSpan(profile) })
  }
  if (!profile) throw new Error(`${type} before open`)
  if (type === 'describe') return done(describeProfile(profile))
  if (type === 'packs') return done(packsIn(frameNames(profile)).map(({ id, title }) => ({ id, title })))
  maker ??= createUnionMaker({ before: baseline ? decodeProfile(baseline) : profile, after: profile }, matchNames)
  if (type === 'heat-map') {
    const heatMap = heatMapOf(await maker.filterAfter(request.filters), request.cellMs, heatMapSpan(profile))
    return done(heatMap, [heatMap.cells.buffer])
  }
  if (type === 'build') {
    const last = made
    made = await maker.make(request)
    build = serial
    const packed = packUnion(made, last)
    const { frames, strings } = made.union
    if (packed.names) names = Array.from(frames.name, (name) => strings[name]!)
    return done(packed, [packed.starts.buffer])
  }
  if (!made || request.build !== build) return reply({ type: 'outdated', serial })
  const { union, before, after } = made
  switch (request.type) {
    case 'search': {
      const found = await findFrames(names, request.searches, matchNames)
      return done(found, [found.frameMasks.buffer])
    }
    case 'judge':
      return done(verdictsOfMade(made, request.delta))
    case 'functions':
      return done(functionsOfMade(made, request.delta))
    case 'power':
      return done(powerOfMade(made))
    case 'changes':
      return done(goneAndNew(union))
    case 'difffolded':
      return done(new Blob([...writeDifffolded(before, after)], { type: 'text/plain' }))
    case 'colours':
    case 'sandwich':
      throw new Error(`${request.type} of two profiles at once`)
  }
}

function reply(message: Reply, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer })
}
