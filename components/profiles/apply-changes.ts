import type { ProfileSummary } from '../../lib/contract/profile.ts'

/** A list with changes laid over it that the server has confirmed, so that nobody waits to see what was just done. */
export function applyChanges(
  listed: readonly ProfileSummary[],
  changes: ReadonlyMap<string, ProfileSummary>,
  showsDeleted: boolean,
): readonly ProfileSummary[] {
  if (changes.size === 0) return listed
  return listed
    .map((profile) => changes.get(profile.id) ?? profile)
    .filter(({ deletedAt }) => (deletedAt !== null) === showsDeleted)
}
