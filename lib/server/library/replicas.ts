/** The replicas of one service that were captured together, the one that differs most first. */
import type { ProfileSummary } from '../../contract/profile.ts'
import { getEventLabel } from '../../contract/engines.ts'
import { isExperimentService } from '../../contract/experiment-service.ts'
import type { ReplicaComparison } from '../../contract/library.ts'
import { Problem } from '../../errors.ts'
import type { Store } from '../../store/store.ts'
import { existing } from '../existing.ts'
import { runThreadTask } from '../profiles/profile-thread.ts'
import { readStored } from '../profiles/read-stored.ts'
import { selectWithinBytes } from './select-within-bytes.ts'

/** Replicas that one answer compares: more would be more memory than it is worth. */
const mostMergedReplicas = 20
/** Packed bytes of the profiles of replicas that one answer reads, two at any size; further replicas are left out. */
const mostReplicaBytes = 64 * 2 ** 20

/**
 * Compares containers that were profiled together. Throws: Problem `not-found`, `no-replicas`, `of-experiment`,
 * `unreadable-profile`.
 */
export async function compareReplicas(
  { services, profiles }: Pick<Store, 'services' | 'profiles'>,
  { service, event, withinMinutes }: { service: string; event: string | null; withinMinutes: number },
): Promise<ReplicaComparison> {
  const newest = await services.newest(service, event)
  if (!newest) throw new Problem('not-found', { what: 'service with profiles of that event' })
  if (isExperimentService(service)) throw new Problem('of-experiment', { service })
  const newestFirst = await services.together(newest, withinMinutes * 60_000)
  const limits = { least: 2, most: mostMergedReplicas, mostBytes: mostReplicaBytes }
  const together = selectWithinBytes(selectNewestOfEach(newestFirst), limits)
  if (together.length < 2) throw new Problem('no-replicas', { service, event: getEventLabel(newest.event) })

  const gzipped = await Promise.all(together.map(async ({ id }) => existing(await readStored(profiles, id), 'profile')))
  const { distances } = await runThreadTask({ type: 'replicas', gzipped })
  const replicas = together.map((profile, index) => ({ profile, ...distances[index]! }))
  replicas.sort((a, b) => b.distance - b.expected - (a.distance - a.expected))
  return { service, event: newest.event, replicas }
}

/** Selects one profile of each container; outside containers there is nothing to tell replicas by. */
function selectNewestOfEach(newestFirst: readonly ProfileSummary[]): ProfileSummary[] {
  const byContainer = new Map<string, ProfileSummary>()
  for (const profile of newestFirst) {
    const container = profile.containerId ?? profile.containerName
    if (container !== null && !byContainer.has(container)) byContainer.set(container, profile)
  }
  return [...byContainer.values()]
}
