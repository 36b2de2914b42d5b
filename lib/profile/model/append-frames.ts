import { kindIndexes, type FrameKind, type FrameTable, type NamedFrames } from './profile.ts'

/** A frame that no engine saw, for the table of a profile. */
export interface NewFrame {
  readonly name: string
  readonly raw: string
  readonly kind: FrameKind
}

/** The tables with these frames behind the others: frame i of them is row `profile.frames.length + i`. */
export function appendFrames(
  { strings, frames }: NamedFrames,
  added: readonly NewFrame[],
): { strings: string[]; frames: FrameTable } {
  const all = [...strings]
  const rowOf = new Map<string, number>()
  const intern = (text: string) => {
    const row = rowOf.get(text) ?? all.push(text) - 1
    rowOf.set(text, row)
    return row
  }
  const extend = <Column extends Uint8Array | Uint32Array>(
    column: Column,
    valueOf: (frame: NewFrame) => number,
  ): Column => {
    const extended = new (column.constructor as new (length: number) => Column)(column.length + added.length)
    extended.set(column)
    extended.set(added.map(valueOf), column.length)
    return extended
  }
  const columns = {
    name: extend(frames.name, ({ name }) => intern(name)),
    raw: extend(frames.raw, ({ raw }) => intern(raw)),
    module: extend(frames.module, () => 0),
    kind: extend(frames.kind, ({ kind }) => kindIndexes[kind]),
  }
  return { frames: { length: frames.length + added.length, ...columns }, strings: all }
}

/** Row of the folded frame of this name, -1 when there is none. */
export function findFoldedFrame({ strings, frames }: NamedFrames, name: string) {
  return frames.kind.findIndex((kind, row) => kind === kindIndexes.folded && strings[frames.name[row]!] === name)
}
