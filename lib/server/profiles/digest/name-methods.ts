import type { ProfileSummary } from '../../../contract/profile.ts'
import { measureIdle } from '../../../profile/filters/idle-stacks.ts'
import type { Profile } from '../../../profile/model/profile.ts'
import { cutText } from '../../../profile/names/cut-text.ts'
import { findHotMethod, findTopMethod, type HotMethod } from '../../../profile/quality/findings.ts'

/** Characters that are kept of a name in the digest of a profile: names are hostile, and stand in titles. */
const longestDigestName = 300

/** The methods that lists name for a profile, with their shares. */
export type NamedMethods = Pick<ProfileSummary, 'hotMethod' | 'topMethod'>

/** Finds the hot method, else the top method, as lists name them. */
export function nameMethods(profile: Profile): NamedMethods {
  const idle = measureIdle(profile)
  const hotMethod = findHotMethod(profile, idle)
  const cut = (one: HotMethod | null) => one && { ...one, name: cutText(one.name, longestDigestName) }
  return { hotMethod: cut(hotMethod), topMethod: hotMethod === null ? cut(findTopMethod(profile, idle)) : null }
}
