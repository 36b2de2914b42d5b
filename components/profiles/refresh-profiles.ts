import type { ProfileSummary } from '../../lib/contract.ts'

/** The same profiles as they are now, as far as `current` tells; the same map when it tells nothing new. */
export function renewed(
  known: ReadonlyMap<string, ProfileSummary>,
  current: readonly ProfileSummary[],
): ReadonlyMap<string, ProfileSummary> {
  const newer = current.filter((profile) => (known.get(profile.id) ?? profile) !== profile)
  return newer.length === 0 ? known : new Map([...known, ...newer.map((profile) => [profile.id, profile] as const)])
}
