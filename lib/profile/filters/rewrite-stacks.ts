import { keepSamples } from './keep-samples.ts'
import type { FrameMask } from './frame-masks.ts'
import { type Profile, withWarning } from '../model/profile.ts'
import { mapStacks } from '../model/stack-weights.ts'
import { createStackWriter, type StackWriter } from '../model/stack-writer.ts'
import { buildCallTree } from '../tree/call-tree.ts'
import { findNodeByPath, type PathKeys } from '../tree/path-keys.ts'

/**
 * Only what is under one node of the profile's tree, with its frame as the root; samples elsewhere are gone.
 * Keeps: of a path that is not there in full, as on newer data, the longest part that is, with a warning; nothing where `isWhole`.
 */
export function focusOnPath(profile: Profile, path: PathKeys, isWhole = false): Profile {
  const tree = buildCallTree(profile)
  const { node, missing } = findNodeByPath(profile, tree, path)
  if (missing > 0 && isWhole)
    return keepSamples(withWarning(profile, 'focus-path-absent', absentPath, missing), () => false)
  const known = missing === 0 ? profile : withWarning(profile, 'focus-path-missing', partialPath, missing)
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

const partialPath = 'Part of the path of a focus is not in this profile: the longest part that is was taken.'
const absentPath = 'One of the two does not have the frame that a focus is on: nothing of that one is left.'

/** Leaves frames out; what they called moves up to their caller. */
export function hideFrames(profile: Profile, isHidden: FrameMask): Profile {
  if (!isHidden.includes(1)) return profile
  const { frame, tier } = profile.stacks
  return rewriteStacks(profile, (writer, stack, parent) =>
    isHidden[frame[stack]!] === 1 ? parent : writer.add(parent, frame[stack]!, tier[stack]!),
  )
}

/** Only the part of each stack from its first such frame on; samples without one are gone. */
export function focusOn(profile: Profile, isFocus: FrameMask): Profile {
  const { frame, tier } = profile.stacks
  const focused = rewriteStacks(profile, (writer, stack, parent) =>
    parent >= 0 || isFocus[frame[stack]!] === 1 ? writer.add(parent, frame[stack]!, tier[stack]!) : -1,
  )
  return keepSamples(focused, (sample) => focused.samples.stack[sample]! >= 0)
}

/** Cuts off what stands above the first such frame; stacks without one stay as they are. */
export function showFrom(profile: Profile, isStart: FrameMask): Profile {
  if (!isStart.includes(1)) return profile
  const { length, parent: callers, frame, tier } = profile.stacks
  const isInside = new Uint8Array(length)
  return rewriteStacks(profile, (writer, stack, parent) => {
    const wasInside = callers[stack]! >= 0 && isInside[callers[stack]!] === 1
    const starts = !wasInside && isStart[frame[stack]!] === 1
    if (wasInside || starts) isInside[stack] = 1
    return writer.add(starts ? -1 : parent, frame[stack]!, tier[stack]!)
  })
}

/** Runs over all stacks, callers first; `rewrite` says what a stack becomes once its caller has become `parent`. */
export function rewriteStacks(
  profile: Profile,
  rewrite: (writer: StackWriter, stack: number, parent: number) => number,
): Profile {
  const { stacks } = profile
  const writer = createStackWriter(stacks.length + 1)
  const became = new Int32Array(stacks.length)
  for (let stack = 0; stack < stacks.length; stack++) {
    const parent = stacks.parent[stack]!
    became[stack] = rewrite(writer, stack, parent < 0 ? -1 : became[parent]!)
  }
  return withStacks(profile, writer, became)
}

/** The profile with the writer's stacks, where each sample's stack is what it became; -1 stays the empty stack. */
export function withStacks(profile: Profile, writer: StackWriter, became: Int32Array): Profile {
  const { samples } = profile
  return {
    ...profile,
    stacks: writer.finish(),
    samples: { ...samples, stack: mapStacks(samples.stack, became) },
  }
}
