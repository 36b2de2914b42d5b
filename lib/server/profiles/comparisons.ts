/** Comparisons for programs: which profile to compare with, and what the two say. */
import type { ProfileSummary } from '../../contract/profile.ts'
import type { Comparison } from '../../contract/comparisons.ts'
import { Problem } from '../../errors.ts'
import type { StoredBytes } from '../../store/library/profiles.ts'
import { runThreadTask } from './profile-thread.ts'

/** What is compared, as the route reads it. */
export interface ComparisonQuery {
  readonly after: string
  /** A profile's id, or `last-deploy`: the newest one of the same service and event from before its image changed. */
  readonly baseline: string
  /** How many functions at most. */
  readonly limit: number
}

export type Compare = (query: ComparisonQuery) => Promise<Comparison>

interface Parts {
  readonly find: (id: string) => Promise<ProfileSummary | null>
  readonly open: (id: string) => Promise<StoredBytes>
  readonly beforeDeploy: (profile: ProfileSummary) => Promise<ProfileSummary | null>
}

/** Throws: Problem `not-found`, `nothing-to-compare`, `not-comparable`, `unreadable-profile`. */
export function createCompare({ find, open, beforeDeploy }: Parts): Compare {
  async function existing(id: string): Promise<ProfileSummary> {
    const profile = await find(id)
    if (profile === null || profile.deletedAt !== null) throw new Problem('not-found', { what: 'profile' })
    return profile
  }

  async function baselineOf(after: ProfileSummary, baseline: string): Promise<ProfileSummary> {
    if (baseline !== 'last-deploy') return existing(baseline)
    const before = await beforeDeploy(after)
    if (before === null) throw new Problem('nothing-to-compare', { service: after.service, event: after.event })
    return before
  }

  return async (query) => {
    const after = await existing(query.after)
    const before = await baselineOf(after, query.baseline)
    const [gzippedBefore, gzippedAfter] = await Promise.all([before, after].map(({ id }) => open(id).then(readAll)))
    const pair = { before: gzippedBefore!, after: gzippedAfter!, limit: query.limit }
    const { result } = await runThreadTask({ type: 'compare', pair })
    return { before, after, ...result }
  }
}

async function readAll({ stream }: StoredBytes): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
