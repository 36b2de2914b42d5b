import { nameOfFrame, type NamedFrames } from '../../model/profile.ts'

/** Gives for each frame of `from` the one of the same name and kind in the other table, -1 where it has none. */
export function mapFrames({ frames, strings }: NamedFrames, from: NamedFrames): Int32Array {
  const keyOf = (of: NamedFrames, frame: number) => `${of.frames.kind[frame]!} ${nameOfFrame(of, frame)}`
  if (frames === from.frames && strings === from.strings) return Int32Array.from(frames.name, (_, frame) => frame)
  const rows = new Map<string, number>()
  for (let frame = frames.length - 1; frame >= 0; frame--) rows.set(keyOf({ frames, strings }, frame), frame)
  return Int32Array.from(from.frames.name, (_, frame) => rows.get(keyOf(from, frame)) ?? -1)
}
