import { foldBase } from './fold-base.ts'
import { keepSamples } from './keep-samples.ts'
import { type Profile, withWarning } from '../model/profile.ts'
import { rewriteStacks } from './rewrite-stacks.ts'
import { buildCallTree } from '../tree/call-tree.ts'
import { findNodeByPath, type PathKeys } from '../tree/path-keys.ts'

/**
 * Keeps only the samples under one node of the profile's tree, with its frame as the root. Keeps: of a path that is not
 * there in full, as on newer data, the longest part that is, with a warning; nothing where `isWhole`.
 */
export function focusOnPath(profile: Profile, path: PathKeys, isWhole = false): Profile {
  const open = locate(profile, path)
  // A path of the graph in which the base is folded replaces the frames above each base.
  const folded = open.missing > 0 ? locate(foldBase(profile), path) : open
  return focusOnNode(folded.missing < open.missing ? folded : open, isWhole)
}

function locate(profile: Profile, path: PathKeys) {
  const tree = buildCallTree(profile)
  return { profile, tree, ...findNodeByPath(profile, tree, path) }
}

function focusOnNode({ profile, tree, node, missing }: ReturnType<typeof locate>, isWhole: boolean): Profile {
  if (missing > 0 && isWhole)
    return keepSamples(withWarning(profile, 'focus-path-absent', absentPath, missing), () => false)
  const profileWithWarning = missing === 0 ? profile : withWarning(profile, 'focus-path-missing', partialPath, missing)
  if (node === 0) return profileWithWarning
  const framesOnPath: number[] = []
  for (let at = node; at > 0; at = tree.parent[at]!) framesOnPath.push(tree.frame[at]!)
  return focusOnFrames(profileWithWarning, framesOnPath.reverse())
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

const partialPath = 'Part of the path of a focus is not in this profile: the longest part that is was taken.'
const absentPath = 'One of the two does not have the frame that a focus is on: nothing of that one is left.'
