import { colourGroup, type ColourGroup } from './colour-group.ts'
import { frameKinds, type Profile } from '../model/profile.ts'

/** The group of each frame by kind or by package, worked out once; equal groups are one object. */
export function createFrameGroups(
  mode: 'kind' | 'package',
  { frames, strings }: Pick<Profile, 'frames' | 'strings'>,
): (frame: number) => ColourGroup {
  // With its length given: an array that is filled here and there becomes a slow dictionary.
  const known = new Array<ColourGroup | undefined>(frames.length)
  const packages = new Map<string, ColourGroup>()
  return (frame) => (known[frame] ??= groupOf(frame))

  function groupOf(frame: number): ColourGroup {
    const group = colourGroup(mode, frameKinds[frames.kind[frame]!]!, strings[frames.name[frame]!]!)
    if (group.palette !== 'package') return group
    const same = packages.get(group.label) ?? group
    packages.set(group.label, same)
    return same
  }
}
