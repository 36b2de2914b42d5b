import { colourGroup, type ColourGroup, type ColourMode } from './colour-group.ts'
import { frameKinds, type Profile } from './profile.ts'

/** A colour of the drawing, see groupColour. */
export interface LegendEntry {
  readonly group: ColourGroup
  /** Of all self weight, 0 to 1. */
  readonly share: number
}

const maxEntries = 12

/**
 * What each colour of the drawing means, the one with most self weight first. Packages past the twelfth are left out.
 * Give it the profile before it was inverted: there every stack would end in its root.
 */
export function legend(mode: ColourMode, profile: Profile): LegendEntry[] {
  const { strings, frames } = profile
  const selfOfFrame = selfByFrame(profile)
  const groups = new Map<string, { group: ColourGroup; self: number }>()
  let total = 0
  for (let frame = 0; frame < frames.length; frame++) {
    const self = selfOfFrame[frame]!
    if (self < 0) continue
    const group = colourGroup(mode, frameKinds[frames.kind[frame]!]!, strings[frames.name[frame]!]!)
    const key = `${group.palette} ${group.label}`
    const entry = groups.get(key) ?? { group, self: 0 }
    entry.self += self
    total += self
    groups.set(key, entry)
  }
  return [...groups.values()]
    .sort((a, b) => b.self - a.self)
    .slice(0, maxEntries)
    .map(({ group, self }) => ({ group, share: total > 0 ? self / total : 0 }))
}

/** Weight of the samples that end in each frame; -1 for a frame that no sample passes through. */
function selfByFrame({ frames, stacks, samples }: Profile): Float64Array {
  const self = new Float64Array(frames.length).fill(-1)
  const used = new Uint8Array(stacks.length)
  for (let sample = 0; sample < samples.length; sample++) {
    const stack = samples.stack[sample]!
    if (stack < 0 || samples.weight[sample] === 0) continue
    const frame = stacks.frame[stack]!
    self[frame] = Math.max(self[frame]!, 0) + samples.weight[sample]!
    used[stack] = 1
  }
  for (let stack = stacks.length - 1; stack >= 0; stack--) {
    if (used[stack] === 0) continue
    const frame = stacks.frame[stack]!
    self[frame] = Math.max(self[frame]!, 0)
    if (stacks.parent[stack]! >= 0) used[stacks.parent[stack]!] = 1
  }
  return self
}
