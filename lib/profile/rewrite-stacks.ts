import { keepSamples } from './keep-samples.ts'
import { type Profile } from './profile.ts'
import { createStackWriter, type StackWriter } from './stack-writer.ts'

/** Leaves frames out; what they called moves up to their caller. */
export function hideFrames(profile: Profile, isHidden: Uint8Array): Profile {
  const { frame, tier } = profile.stacks
  return rewriteStacks(profile, (writer, stack, parent) =>
    isHidden[frame[stack]!] === 1 ? parent : writer.add(parent, frame[stack]!, tier[stack]!),
  )
}

/** Draws a frame that calls itself, and itself again, once. */
export function foldRecursion(profile: Profile): Profile {
  const { frame, tier } = profile.stacks
  return rewriteStacks(profile, (writer, stack, parent) =>
    parent >= 0 && writer.frameOf(parent) === frame[stack] ? parent : writer.add(parent, frame[stack]!, tier[stack]!),
  )
}

/** Only the part of each stack from its first such frame on; samples without one are gone. */
export function focusOn(profile: Profile, isFocus: Uint8Array): Profile {
  const { frame, tier } = profile.stacks
  const focused = rewriteStacks(profile, (writer, stack, parent) =>
    parent >= 0 || isFocus[frame[stack]!] === 1 ? writer.add(parent, frame[stack]!, tier[stack]!) : -1,
  )
  return keepSamples(focused, (sample) => focused.samples.stack[sample]! >= 0)
}

/** Runs over all stacks, callers first; `rewrite` says what a stack becomes once its caller has become `parent`. */
function rewriteStacks(
  profile: Profile,
  rewrite: (writer: StackWriter, stack: number, parent: number) => number,
): Profile {
  const { stacks, samples } = profile
  const writer = createStackWriter(stacks.length + 1)
  const became = new Int32Array(stacks.length)
  for (let stack = 0; stack < stacks.length; stack++) {
    const parent = stacks.parent[stack]!
    became[stack] = rewrite(writer, stack, parent < 0 ? -1 : became[parent]!)
  }
  return {
    ...profile,
    stacks: writer.finish(),
    samples: { ...samples, stack: samples.stack.map((stack) => (stack < 0 ? -1 : became[stack]!)) },
  }
}
