import { type CallTree } from './call-tree.ts'
import { colourGroup, type ColourGroup, type ColourMode } from './colour-group.ts'
import { frameKinds, type Profile } from './profile.ts'

/** A colour of the drawing, see groupColour. */
export interface LegendEntry {
  readonly group: ColourGroup
  /** Of all self weight, 0 to 1. */
  readonly share: number
}

const maxEntries = 12

/** What each colour of the drawing means, the one with most self weight first. Packages past the twelfth are left out. */
export function legend(
  mode: ColourMode,
  { strings, frames }: Pick<Profile, 'strings' | 'frames'>,
  tree: CallTree,
): LegendEntry[] {
  const selfOfFrame = new Float64Array(frames.length).fill(-1)
  for (let node = 1; node < tree.length; node++) {
    const frame = tree.frame[node]!
    selfOfFrame[frame] = Math.max(selfOfFrame[frame]!, 0) + tree.self[node]!
  }
  const groups = new Map<string, { group: ColourGroup; self: number }>()
  for (let frame = 0; frame < frames.length; frame++) {
    if (selfOfFrame[frame]! < 0) continue // not in this tree
    const group = colourGroup(mode, frameKinds[frames.kind[frame]!]!, strings[frames.name[frame]!]!)
    const key = `${group.palette} ${group.label}`
    const entry = groups.get(key) ?? { group, self: 0 }
    entry.self += selfOfFrame[frame]!
    groups.set(key, entry)
  }
  return [...groups.values()]
    .sort((a, b) => b.self - a.self)
    .slice(0, maxEntries)
    .map(({ group, self }) => ({ group, share: tree.total[0]! > 0 ? self / tree.total[0]! : 0 }))
}
