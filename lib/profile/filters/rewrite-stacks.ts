import { keepSamples } from './keep-samples.ts'
import type { FrameMask } from './frame-masks.ts'
import type { Profile } from '../model/profile.ts'
import { mapStacks } from '../model/stack-weights.ts'
import { createStackWriter, type StackWriter } from '../model/stack-writer.ts'

/** Leaves frames out; their callees move up to their caller. */
export function hideFrames(profile: Profile, isHidden: FrameMask): Profile {
  if (!isHidden.includes(1)) return profile
  const { frame, tier } = profile.stacks
  return rewriteStacks(profile, (writer, stack, parent) =>
    isHidden[frame[stack]!] === 1 ? parent : writer.add(parent, frame[stack]!, tier[stack]!),
  )
}

/** Keeps only the part of each stack from its first such frame on; samples without one are gone. */
export function focusOn(profile: Profile, isFocus: FrameMask): Profile {
  const { frame, tier } = profile.stacks
  const focused = rewriteStacks(profile, (writer, stack, parent) =>
    parent >= 0 || isFocus[frame[stack]!] === 1 ? writer.add(parent, frame[stack]!, tier[stack]!) : -1,
  )
  return keepSamples(focused, (sample) => focused.samples.stack[sample]! >= 0)
}

/** Cuts off the callers of the first such frame; stacks without one stay as they are. */
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

/** Runs over all stacks, callers first; `rewrite` gives the new row of a stack, whose caller is now `parent`. */
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

/** Gives the profile with the writer's stacks; `became` has the new row of each old one. -1 stays the empty stack. */
export function withStacks(profile: Profile, writer: StackWriter, became: Int32Array): Profile {
  const { samples } = profile
  return {
    ...profile,
    stacks: writer.finish(),
    samples: { ...samples, stack: mapStacks(samples.stack, became) },
  }
}
