import { framesNamed, type FrameMask } from './frame-masks.ts'
import { invertProfile } from '../tree/invert.ts'
import { keepSamples } from './keep-samples.ts'
import type { Profile } from '../model/profile.ts'
import { mapStacks } from '../model/stack-weights.ts'
import { focusOn } from './rewrite-stacks.ts'

/** Both sides of one function, over the frame table of the profile they come from. */
export interface Sandwich {
  /** The function is the only root; its children are who called it. */
  readonly callers: Profile
  /** The function is the only root; its children are whom it called. */
  readonly callees: Profile
}

/**
 * Who calls a function and whom it calls, wherever it stands. Both have the weight of all stacks that hold it: a stack
 * in which it stands several times counts once, by the place nearest to the root.
 *
 *     `main;a;f;x 2` and `b;f;a;f 1`    callers `f;a;main 2` and `f;b 1`    callees `f;x 2` and `f;a;f 1`
 */
export function buildSandwich(profile: Profile, name: string): Sandwich {
  const isFunction = framesNamed(profile, name)
  const joined = withOneFrame(profile, isFunction)
  return { callers: invertProfile(cutCalleesOf(joined, isFunction)), callees: focusOn(joined, isFunction) }
}

/** A function that has frames of several kinds, `read` of libc and of the kernel, gets the first of them for all. */
function withOneFrame(profile: Profile, isFunction: FrameMask): Profile {
  const first = isFunction.indexOf(1)
  if (first === isFunction.lastIndexOf(1)) return profile
  const frame = profile.stacks.frame.map((frame) => (isFunction[frame] === 1 ? first : frame))
  return { ...profile, stacks: { ...profile.stacks, frame } }
}

/** Keeps only samples that hold such a frame, each cut to end at its first one. */
function cutCalleesOf(profile: Profile, isFunction: FrameMask): Profile {
  const { stacks, samples } = profile
  const firstIn = new Int32Array(stacks.length).fill(-1)
  for (let stack = 0; stack < stacks.length; stack++) {
    const caller = stacks.parent[stack]!
    if (caller >= 0 && firstIn[caller]! >= 0) firstIn[stack] = firstIn[caller]!
    else if (isFunction[stacks.frame[stack]!] === 1) firstIn[stack] = stack
  }
  const stack = mapStacks(samples.stack, firstIn)
  return keepSamples({ ...profile, samples: { ...samples, stack } }, (sample) => stack[sample]! >= 0)
}
