import { formatShare } from '../profile/format/units.ts'
import { eventsOfClasses } from '../profile/model/event-ids.ts'
import { simpleName } from '../profile/names/names.ts'
import type { ProfileSummary } from './profile.ts'

interface TopText {
  /** `StringLatin1.hashCode`. */
  readonly name: string
  /** With its package. */
  readonly fullName: string
  /** `1%`. */
  readonly share: string
  /** Of an event that has classes, such as allocations. */
  readonly isClass: boolean
}

/**
 * Gives what stands first in a profile, as lists show it: the hot method, else what has the most self weight, however
 * little that is. null of a profile that was stored before the latter was.
 */
export function describeTop({
  event,
  hotMethod,
  topMethod,
}: Pick<ProfileSummary, 'event' | 'hotMethod' | 'topMethod'>): TopText | null {
  const top = hotMethod ?? topMethod
  if (top === null) return null
  const { name, share } = top
  return { name: simpleName(name), fullName: name, share: formatShare(share), isClass: eventsOfClasses.has(event) }
}
