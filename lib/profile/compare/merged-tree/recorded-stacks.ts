import type { NamedFrames, Profile, RecordedStacks } from '../../model/profile.ts'
import { flagStacks, stackFlags } from '../../quality/stack-flags.ts'

/**
 * Creates the stacks that the engine of `like` recorded, with the frames of both sides: what is hidden of them is known
 * by the difference. `frameOf` has for each row of its frames that of the other table. Where `areEngines`, callers
 * without a name count as lost: of one engine, both sides lack those names.
 */
export function createRecordedStacks(
  like: Profile,
  frameOf: Int32Array,
  { areEngines, ...sees }: Pick<RecordedStacks, 'isJavaOnly' | 'lacksInlined'> & { readonly areEngines: boolean },
): (profile: Profile, named: NamedFrames) => RecordedStacks {
  const stacks = { ...like.stacks, frame: like.stacks.frame.map((frame) => frameOf[frame]!) }
  const { flags } = flagStacks(like)
  const isBroken = Uint8Array.from(flags, (is) => Number((is & stackFlags.broken) !== 0))
  const isCallerLost = isBroken.slice()
  for (let row = 0; areEngines && row < stacks.length; row++) {
    const caller = stacks.parent[row]!
    // A frame of the interpreter is a method of any name.
    const isUnnamed = like.strings[like.frames.name[like.stacks.frame[row]!]!] === 'Interpreter'
    if (isUnnamed || (caller >= 0 && isCallerLost[caller] === 1)) isCallerLost[row] = 1
  }
  return ({ samples }, { strings, frames }) => {
    return { strings, frames, stacks, samples, isCallerLost, lostShare: shareOfMarked(samples, isBroken), ...sees }
  }
}

/** Gives the share (0 to 1) of a profile's weight in stacks that lost their callers. */
export function measureLostCallers(profile: Profile): number {
  const { flags } = flagStacks(profile)
  return shareOfMarked(
    profile.samples,
    flags.map((is) => Number((is & stackFlags.broken) !== 0)),
  )
}

function shareOfMarked({ length, stack, weight }: Profile['samples'], isMarked: ArrayLike<number>): number {
  let [all, marked] = [0, 0]
  for (let sample = 0; sample < length; sample++) {
    all += weight[sample]!
    if (isMarked[stack[sample]!] === 1) marked += weight[sample]!
  }
  return all > 0 ? marked / all : 0
}
