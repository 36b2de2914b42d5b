import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { haveComparableUnits, imageKeyOf } from '../../lib/contract/comparable-profiles.ts'
import type { ServiceTimeline } from '../../lib/contract/library.ts'

type Deploy = ServiceTimeline['deploys'][number]

/** A stretch of a service's life with the profiles that represent it. */
export interface DeployRow {
  readonly deploy: Deploy
  /** The newest of the stretch among those at hand; null when they are older than all of these. */
  readonly last: ProfileSummary | null
  /** The newest of the stretch before, of the same event. */
  readonly before: ProfileSummary | null
}

/** Newest first. `profiles` newest first, of which the first event met decides what is compared with what. */
export function deployRows({ deploys, profiles }: Pick<ServiceTimeline, 'deploys' | 'profiles'>): DeployRow[] {
  const of = (deploy: Deploy | undefined, like: ProfileSummary | null) =>
    profiles.find((profile) => deploy && isOf(profile, deploy) && (!like || isComparable(profile, like))) ?? null
  return deploys
    .map((deploy, index) => {
      const last = of(deploy, profiles.find((profile) => isOf(profile, deploy) && profile.event === 'cpu') ?? null)
      return { deploy, last, before: last && of(deploys[index - 1], last) }
    })
    .reverse()
}

function isComparable(one: ProfileSummary, other: ProfileSummary): boolean {
  return one.event === other.event && haveComparableUnits(one, other)
}

function isOf(profile: ProfileSummary, deploy: Deploy): boolean {
  const { createdAt } = profile
  return createdAt >= deploy.from && createdAt <= deploy.to && imageKeyOf(profile) === deploy.image
}
