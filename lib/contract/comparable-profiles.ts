/**
 * Decides whether two profiles of a service are alike, the same for the library, for comparisons and for their menus.
 */
import { noService } from './constants.ts'
import { isExperimentService } from './experiment-service.ts'
import type { ProfileSummary } from './profile.ts'

/** False where both have no service: those may be of any program. */
export function areOfOneService(one: Pick<ProfileSummary, 'service'>, other: Pick<ProfileSummary, 'service'>): boolean {
  return one.service === other.service && one.service !== noService
}

/** Samples and nanoseconds are both time on a CPU, as JFR of JDK 17 and 25 count it; their shares mean the same. */
export function haveComparableUnits(one: Pick<ProfileSummary, 'unit'>, other: Pick<ProfileSummary, 'unit'>): boolean {
  return (one.unit === 'bytes') === (other.unit === 'bytes')
}

/**
 * Identifies the deployed image: its digest, or its name where that is unknown; empty where both are, and for an
 * experiment's run.
 */
export function imageKeyOf({
  service,
  imageDigest,
  image,
}: Pick<ProfileSummary, 'service' | 'imageDigest' | 'image'>): string {
  return isExperimentService(service) ? '' : (imageDigest ?? image ?? '')
}
