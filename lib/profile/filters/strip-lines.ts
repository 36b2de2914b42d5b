import { PairTable } from '../model/pair-table.ts'
import { kindOfFrame, type Profile } from '../model/profile.ts'
import { rewriteStacks } from './rewrite-stacks.ts'

/**
 * Frames that differ only by where in the method they are become one.
 *
 *     Foo.bar:42    Foo.bar(Foo.java:42)    Foo.bar@17     all become Foo.bar
 */
export function stripLines(profile: Profile): Profile {
  const { frames, strings, stacks, lines } = profile
  const added: string[] = []
  const indexOf = new Map<string, number>()
  const name = frames.name.map((index, frame) => {
    if (isGeneratedName(kindOfFrame(profile, frame))) return index
    const text = strings[index]!
    const bare = withoutLine(text)
    if (bare === text) return index
    if (indexOf.size === 0) strings.forEach((known, row) => indexOf.set(known, row))
    let row = indexOf.get(bare)
    if (row === undefined) indexOf.set(bare, (row = strings.length + added.push(bare) - 1))
    return row
  })
  if (indexOf.size === 0) return profile
  const firstOf = firstOfSame(name, frames.kind)
  const stripped = {
    ...profile,
    strings: [...strings, ...added],
    frames: { ...frames, name },
    ...(lines && { lines: { ...lines, frame: lines.frame.map((frame) => firstOf[frame]!) } }),
  }
  return rewriteStacks(stripped, (writer, stack, parent) =>
    writer.add(parent, firstOf[stacks.frame[stack]!]!, stacks.tier[stack]!),
  )
}

/** Keeps: a name that is nothing but a line, `:42`, stays. */
export function withoutLine(name: string): string {
  return name.replace(/(?<=[^:@\s])(?:[:@]\d+| ?\([^():]*:\d+\))$/, '')
}

function isGeneratedName(kind: string): boolean {
  return kind === 'thread' || kind === 'folded'
}

/** Gives for each frame the first one of the same name and kind: two of one identity would be two boxes. */
function firstOfSame(name: Uint32Array, kind: Uint8Array): Uint32Array {
  const identities = new PairTable(name.length)
  const first: number[] = []
  return name.map((index, frame) => {
    const identity = identities.add(index, kind[frame]!)
    if (identity === first.length) first.push(frame)
    return first[identity]!
  })
}
