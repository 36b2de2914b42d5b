/** Reads two profiles, keeps them, and derives trees over both, away from the page's main thread. */
import { writeDifffolded } from '../../lib/formats/difffolded.ts'
import { comparisonPower } from '../../lib/profile/comparison-power.ts'
import { decodeProfile } from '../../lib/profile/encode.ts'
import { applyFiltersInSteps } from '../../lib/profile/filters.ts'
import { packsIn } from '../../lib/profile/framework-packs.ts'
import { goneAndNew } from '../../lib/profile/gone-and-new.ts'
import { heatMapOf, heatMapSpan } from '../../lib/profile/heat-map.ts'
import type { Profile } from '../../lib/profile/profile.ts'
import { frameNames } from '../../lib/profile/search.ts'
import { asFailure } from './as-failure.ts'
import type { ComparisonAnswers, ComparisonRequest } from './comparison-messages.ts'
import { functionsOfMade, verdictsOfMade } from './judge-made.ts'
import { createNameMatcher, findFrames } from './name-search.ts'
import { createPatternSearch } from './pattern-search.ts'
import { describeProfile } from './profile-facts.ts'
import { createRequestQueue } from './request-queue.ts'
import { orAll } from './tree-maker.ts'
import { createUnionMaker, packUnion, type MadeUnion } from './union-maker.ts'
import type { WorkerReply } from './worker-reply.ts'

type Reply = WorkerReply<ComparisonAnswers>

const patterns = createPatternSearch()
const matchNames = createNameMatcher(patterns)
let baseline: Uint8Array | null = null
let profile: Profile | undefined
let makeUnion: ReturnType<typeof createUnionMaker> | undefined
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
  if (type === 'heat-map') {
    const shown = await applyFiltersInSteps(profile, request.filters, orAll(matchNames))
    const heatMap = heatMapOf(shown.profile, request.cellMs, heatMapSpan(profile))
    return done(heatMap, [heatMap.cells.buffer])
  }
  if (type === 'build') {
    makeUnion ??= createUnionMaker({ before: baseline ? decodeProfile(baseline) : profile, after: profile }, matchNames)
    const last = made
    made = await makeUnion(request)
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
      return done(comparisonPower(before, after))
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
