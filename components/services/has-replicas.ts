import { replicaMinutes } from '../../lib/contract/constants.ts'
import { imageKeyOf } from '../../lib/contract/comparable-profiles.ts'
import { isExperimentService } from '../../lib/contract/experiment-service.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'

/** Gives whether containers of one image were captured together, which can then be compared. */
export function hasReplicas(newestFirst: readonly ProfileSummary[]): boolean {
  const [newest] = newestFirst
  if (newest === undefined || isExperimentService(newest.service)) return false
  const together = newestFirst.filter(
    (profile) =>
      profile.event === newest.event &&
      imageKeyOf(profile) === imageKeyOf(newest) &&
      newest.createdAt - profile.createdAt <= replicaMinutes * 60_000,
  )
  return new Set(together.flatMap(({ containerId, containerName }) => containerId ?? containerName ?? [])).size > 1
}
