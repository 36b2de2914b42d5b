import { buildCallTree } from '../tree/call-tree.ts'
import { keepSamples } from './keep-samples.ts'
import { findNodeByPath, type PathKeys } from '../tree/path-keys.ts'
import type { Profile } from '../model/profile.ts'
import { rewriteStacks } from './rewrite-stacks.ts'

/**
 * Only what is under one node of the profile's tree, with its frame as the root; samples elsewhere are gone.
 * Keeps: of a path that is not there in full, as on newer data, the longest part that is, with a warning; nothing where `isWhole`.
 */
export function focusOnPath(profile: Profile, path: PathKeys, isWhole = false): Profile {
  const tree = buildCallTree(profile)
  const { node, missing } = findNodeByPath(profile, tree, path)
  if (missing > 0 && isWhole) return keepSamples(withWarning(profile, absentPathWarning, missing), () => false)
  const known = missing === 0 ? profile : withWarning(profile, partialPathWarning, missing)
  if (node === 0) return known
  const framesOnPath: number[] = []
  for (let at = node; at > 0; at = tree.parent[at]!) framesOnPath.push(tree.frame[at]!)
  return focusOnFrames(known, framesOnPath.reverse())
}

function focusOnFrames(profile: Profile, path: readonly number[]): Profile {
  const { length, parent: callers, frame, tier } = profile.stacks
  // How many frames of the path a stack has met without leaving it, -1 once it left. The whole path is the new root.
  const met = new Int32Array(length)
  const focused = rewriteStacks(profile, (writer, stack, parent) => {
    const before = callers[stack]! < 0 ? 0 : met[callers[stack]!]!
    if (before === path.length) {
      met[stack] = before
      return writer.add(parent, frame[stack]!, tier[stack]!)
    }
    met[stack] = before >= 0 && path[before] === frame[stack] ? before + 1 : -1
    return met[stack] === path.length ? writer.add(-1, frame[stack]!, tier[stack]!) : -1
  })
  return keepSamples(focused, (sample) => focused.samples.stack[sample]! >= 0)
}

const partialPathWarning = {
  code: 'focus-path-missing',
  text: 'Part of the path of a focus is not in this profile: the longest part that is was taken.',
}
const absentPathWarning = {
  code: 'focus-path-absent',
  text: 'One of the two does not have the frame that a focus is on: nothing of that one is left.',
}

function withWarning(profile: Profile, warning: typeof partialPathWarning, count: number): Profile {
  const warnings = [...profile.provenance.warnings, { ...warning, count }]
  return { ...profile, provenance: { ...profile.provenance, warnings } }
}
