import type { FrameMask } from './frame-masks.ts'
import type { Profile, StackTable } from '../model/profile.ts'
import { createStackWriter } from '../model/stack-writer.ts'

/** The tables that a profile gets, and where its rows are in them. */
export interface RenamedFrames extends Pick<Profile, 'strings' | 'frames'> {
  readonly frameOf: Int32Array
  readonly threadNames: Uint32Array
  /** By frame of the old table: those that are left out, so that what they called moves up to their caller. */
  readonly isHidden: FrameMask
}

/**
 * Gives profiles these names, which all have the stacks of `like` and any of its samples. The stacks are written once, and the same profile
 * always becomes the same object.
 */
export function renameStacks(
  like: Pick<Profile, 'stacks'>,
  { strings, frames, frameOf, threadNames, isHidden }: RenamedFrames,
): (profile: Profile) => Profile {
  const written = writeStacks(like.stacks, frameOf, isHidden)
  const known = new WeakMap<Profile, Profile>()
  return (profile) => {
    const { samples, threads } = profile
    const renamed = known.get(profile) ?? {
      ...profile,
      strings,
      frames,
      stacks: written.stacks,
      threads: { ...threads, name: threadNames },
      samples: { ...samples, stack: mapStacks(samples.stack, written.rowOf) },
    }
    known.set(profile, renamed)
    return renamed
  }
}

/** `rowOf` null where all rows stay where they are. */
function writeStacks(
  stacks: StackTable,
  frameOf: Int32Array,
  isHidden: FrameMask,
): { stacks: StackTable; rowOf: Int32Array | null } {
  if (!isHidden.includes(1) && frameOf.every((row, frame) => row === frame)) return { stacks, rowOf: null }
  const writer = createStackWriter(stacks.length)
  const rowOf = new Int32Array(stacks.length)
  for (let stack = 0; stack < stacks.length; stack++) {
    const caller = stacks.parent[stack]!
    const parent = caller < 0 ? -1 : rowOf[caller]!
    const frame = stacks.frame[stack]!
    rowOf[stack] = isHidden[frame] === 1 ? parent : writer.add(parent, frameOf[frame]!, stacks.tier[stack]!)
  }
  return { stacks: writer.finish(), rowOf }
}

function mapStacks(stacks: Int32Array, rowOf: Int32Array | null): Int32Array {
  return rowOf === null ? stacks : stacks.map((stack) => (stack < 0 ? -1 : rowOf[stack]!))
}
