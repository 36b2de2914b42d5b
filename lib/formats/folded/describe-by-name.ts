import { readEventOfFileName } from '../../contract/profile-file-name.ts'
import { type Profile, withWarning } from '../../profile/model/profile.ts'

/**
 * A profile of folded text with the event and the unit that stand in the name of its file, where Hearth called it so.
 */
export function describeByFileName(profile: Profile, fileName: string): Profile {
  const named = readEventOfFileName(fileName)
  if (named === null) return profile
  // Austin's text says its unit.
  const { event, unit } = { event: named.event, unit: profile.unit === 'samples' ? named.unit : profile.unit }
  if (event === profile.provenance.event && unit === profile.unit) return profile
  const described = { ...profile, unit, provenance: { ...profile.provenance, event } }
  const text = 'The event and its unit were taken from the file’s name, since folded text says neither.'
  return withWarning(described, 'event-from-name', text, 1)
}
