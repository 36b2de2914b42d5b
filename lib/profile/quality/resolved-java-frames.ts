import { kindIndexes, type Profile } from '../model/profile.ts'
import { totalByStack } from '../model/stack-weights.ts'

/**
 * Share of the Java frames that samples passed through which have a name, by weight, 0 to 1; null where there is no
 * Java frame. It is by the counts of the engine; an import without counts is rated by its frames.
 */
export function getResolvedJavaShare(profile: Profile): number | null {
  const { provenance, frames, strings, stacks } = profile
  const counted = provenance.resolution.java
  if (counted) return counted.frames > 0 ? Math.min(1, counted.named / counted.frames) : null
  const through = totalByStack(profile)
  let all = 0
  let named = 0
  for (let row = 0; row < stacks.length; row++) {
    const frame = stacks.frame[row]!
    if (frames.kind[frame] !== kindIndexes.java) continue
    const name = strings[frames.name[frame]!]!
    all += through[row]!
    if (name !== '' && name !== '[unknown]') named += through[row]!
  }
  return all > 0 ? Math.min(1, named / all) : null
}
