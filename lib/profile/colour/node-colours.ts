import { nameOfFrame } from '../model/profile.ts'
import type { ColourGroup } from './colour-group.ts'
import { groupColour, shadeCount, shadedColour, shadeOfName, type Theme } from './colour.ts'
import { kindGroups } from './colour-group.ts'
import { createNodeGroups, type ColourFacts } from './node-groups.ts'

/**
 * The css colour of each node, in every colour mode; worked out when a node is first painted, then only looked up. Make
 * a new one for another tree, mode, theme or answer of the worker. Node 0 is the root and is grey.
 */
export function createNodeColours(facts: ColourFacts & { readonly theme: Theme }): (node: number) => string {
  const { tree, frames, theme } = facts
  const groupOf = createNodeGroups(facts)
  const rootColour = groupColour(kindGroups.unknown, theme)
  // Shade + 1 of each frame, 0 while it is not known.
  const shades = new Uint8Array(frames.length)
  const coloursOfGroup = new Map<ColourGroup, string[]>()

  function shadeOf(frame: number): number {
    if (shades[frame] === 0) shades[frame] = shadeOfName(nameOfFrame(facts, frame)) + 1
    return shades[frame]! - 1
  }

  return (node) => {
    if (node === 0) return rootColour
    const group = groupOf(node)
    let byShade = coloursOfGroup.get(group)
    if (!byShade) coloursOfGroup.set(group, (byShade = new Array<string>(shadeCount)))
    const shade = shadeOf(tree.frame[node]!)
    return (byShade[shade] ??= shadedColour(group, shade, theme))
  }
}
