import { packsIn } from '../../../lib/profile/filters/framework-packs.ts'
import { decodeProfile } from '../../../lib/profile/encoding/encode.ts'
import type { Profile } from '../../../lib/profile/model/profile.ts'
import { listFrameNames, type SearchTerm } from '../../../lib/profile/search/search.ts'
import { getHeatMapSpan } from '../../../lib/profile/time/heat-map.ts'
import { createNameMatcher, findFrames } from './name-search.ts'
import { createPatternSearch } from './pattern-search.ts'
import type { FrameworkTitle, ProfileBasics, ProfileFacts } from './tree-messages.ts'
import { Moved, outdated } from './worker-rpc.ts'
import { totalWeight } from '../../../lib/profile/model/stack-weights.ts'
import { measureIdle } from '../../../lib/profile/filters/idle-stacks.ts'
import { collectFindings, findHotMethod } from '../../../lib/profile/quality/findings.ts'
import { describeHeading } from './heading-facts.ts'
import { guessOwnPackages } from '../../../lib/profile/filters/own-packages.ts'
import { assessStacks } from '../../../lib/profile/quality/stack-quality.ts'
import { buildThreadTable } from '../../../lib/profile/time/thread-table.ts'

/** A tree that the page has: `build` is the serial of the call that made it. */
export interface BuildRef {
  readonly build: number
}

/** Keeps the open profile and its newest tree, and has the verbs of a worker with one profile or two. */
export function createProfileHandlers<Build>() {
  const patterns = createPatternSearch()
  const matchNames = createNameMatcher(patterns)
  let profile: Profile | undefined
  let newest: { readonly build: number; readonly made: Build } | undefined
  let names: readonly string[] = []

  function openProfile(): Profile {
    if (!profile) throw new Error('a call before open')
    return profile
  }
  /** Gives the newest tree. Throws: an AbortError when the worker has gone on to another one. */
  function newestOf({ build }: BuildRef): Build {
    if (newest?.build !== build) throw outdated()
    return newest.made
  }

  return {
    matchNames,
    openProfile,
    newestOf,
    newest: () => newest?.made,
    names: () => names,
    giveUp: () => patterns.cancel(),
    /** `namesOfFrames` is null when they are those of the tree before. */
    keep(build: number, made: Build, namesOfFrames: readonly string[] | null): void {
      newest = { build, made }
      names = namesOfFrames ?? names
    },
    handlers: {
      open({ bytes }: { bytes: Uint8Array<ArrayBuffer> }): ProfileBasics {
        profile = decodeProfile(bytes)
        const { unit, provenance, samples } = profile
        return { unit, provenance, samples: samples.length, timeSpan: getHeatMapSpan(profile) }
      },
      describe: () => describeProfile(openProfile()),
      /** Frameworks (framework-packs.ts) that have a frame in this profile. */
      packs: (): FrameworkTitle[] => packsIn(listFrameNames(openProfile())).map(({ id, title }) => ({ id, title })),
      async search({ searches, ...ref }: BuildRef & { searches: readonly SearchTerm[] }) {
        newestOf(ref)
        const found = await findFrames(names, searches, matchNames)
        return new Moved(found, [found.frameMasks.buffer])
      },
    },
  }
}

/** Facts of a profile that the page shows besides its tree. */
export function describeProfile(profile: Profile): ProfileFacts {
  const idle = measureIdle(profile)
  const hotMethod = findHotMethod(profile, idle)
  return {
    unit: profile.unit,
    provenance: profile.provenance,
    threads: buildThreadTable(profile),
    total: totalWeight(profile),
    samples: profile.samples.length,
    timeSpan: getHeatMapSpan(profile),
    quality: assessStacks(profile),
    ownPackages: guessOwnPackages(profile),
    findings: collectFindings(profile, idle, hotMethod),
    ...describeHeading(profile, idle, hotMethod),
  }
}
