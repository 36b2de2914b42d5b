import { formatShare } from '../profile/format/units.ts'
import { eventsOfClasses } from '../profile/model/event-ids.ts'
import { isClassName, simpleName } from '../profile/names/names.ts'
import type { ProfileSummary } from './profile.ts'

/** The top of a profile as text. */
export interface TopText {
  /** `StringLatin1.hashCode`: the class and method, without the package. */
  readonly name: string
  /** The name with its package. */
  readonly fullName: string
  /** Its share of all weight, or of that of `base`: `1%`. */
  readonly share: string
  /** `busy time`: what the share is of where idle threads are left out; null for all. */
  readonly base: string | null
  /** Whether it is a class, as for events that count objects, such as allocations. */
  readonly isClass: boolean
}

/**
 * Gives the top of a profile, as lists show it: the hot method, else the method with the most self weight, however
 * little that is. Null where none is ahead of the next, or of few samples.
 */
export function describeTop({
  event,
  hotMethod,
  topMethod,
}: Pick<ProfileSummary, 'event' | 'hotMethod' | 'topMethod'>): TopText | null {
  const top = hotMethod ?? topMethod
  if (top === null) return null
  const { name, share, base = null } = top
  return {
    name: simpleName(name),
    fullName: name,
    share: formatShare(share),
    base,
    isClass: eventsOfClasses.has(event) && isClassName(name),
  }
}
