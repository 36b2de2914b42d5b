import type { Profile } from './profile.ts'

/**
 * The same profile with its threads in the order of their first samples, and its strings in the order in which frames
 * and then threads name them; threads and unused strings are left out. With sortForDrawing before it, profiles that say
 * the same are the same bytes, from any file.
 *
 *     strings ['', 'unused', 'b', 'a']  frames name [3, 2]    become    strings ['', 'a', 'b']  frames name [1, 2]
 *
 * Keeps: frames and stacks, with their numbers. A profile in this order comes back as it is.
 */
export function compactTables(profile: Profile): Profile {
  const { strings, frames, threads, samples } = profile
  const threadRows = createNumbering(threads.length)
  const thread = samples.thread.map(threadRows.of)
  const texts = createNumbering(strings.length)
  texts.of(0) // the empty string stays the first
  const columns = { name: frames.name.slice(), raw: frames.raw.slice(), module: frames.module.slice() }
  for (let frame = 0; frame < frames.length; frame++)
    for (const column of [columns.name, columns.raw, columns.module]) column[frame] = texts.of(column[frame]!)
  const threadNames = Uint32Array.from(threadRows.old, (row) => texts.of(threads.name[row]!))
  return {
    ...profile,
    strings: texts.old.map((index) => strings[index]!),
    frames: { ...frames, ...columns },
    threads: {
      length: threadNames.length,
      name: threadNames,
      hostTid: Uint32Array.from(threadRows.old, (row) => threads.hostTid[row]!),
    },
    samples: { ...samples, thread },
  }
}

/** New numbers in the order in which the old ones are asked for; `old` has them back. */
function createNumbering(length: number) {
  const numbers = new Int32Array(length).fill(-1)
  const old: number[] = []
  const of = (index: number): number => {
    if (numbers[index] === -1) numbers[index] = old.push(index) - 1
    return numbers[index]!
  }
  return { old, of }
}
