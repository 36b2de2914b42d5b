import { comparableName, isStubName, needComparableNames, stubsName } from './comparable-names.ts'
import { PairTable } from '../../model/pair-table.ts'
import { frameKinds, kindIndexes, type FrameTable, type Profile } from '../../model/profile.ts'

/** The frames of two profiles as one table: a frame that both have is one row. */
export interface MergedFrames {
  readonly strings: readonly string[]
  readonly frames: FrameTable
  /** For each row of a side's frame table its row in the merged one. */
  readonly ofBefore: Int32Array
  readonly ofAfter: Int32Array
}

// A comparison is built once and tested, reweighed and listed many times; with 200,000 names each merge takes a tenth
// of a second.
const mergedFramesCache = new WeakMap<FrameTable, { readonly before: Profile; readonly merged: MergedFrames }>()

/**
 * Frames are one where name and kind are equal; between different engines or JDKs, where comparable-names.ts calls them
 * equal. The name that people see is that of `after`.
 *
 *     before [a java, b java]  after [b java, c vm]     become    [b java, c vm, a java]   ofBefore [2, 0]  ofAfter [0, 1]
 */
export function mergeFrames(before: Profile, after: Profile): MergedFrames {
  if (before.frames === after.frames && before.strings === after.strings) return wrapUnmerged(after)
  const last = mergedFramesCache.get(after.frames)
  if (last && last.before.frames === before.frames && last.before.strings === before.strings) return last.merged
  const merged = merge(before, after, {
    isLoose: needComparableNames(before, after),
    // One engine has one name for all stubs, and another one for each.
    areStubsOne: before.provenance.engine !== after.provenance.engine,
  })
  mergedFramesCache.set(after.frames, { before, merged })
  return merged
}

function merge(
  before: Profile,
  after: Profile,
  { isLoose, areStubsOne }: { readonly isLoose: boolean; readonly areStubsOne: boolean },
): MergedFrames {
  const strings = [...after.strings]
  const rowOfText = new Map(after.strings.map((text, row) => [text, row]))
  const intern = (text: string) => {
    const row = rowOfText.get(text) ?? strings.push(text) - 1
    if (row === strings.length - 1) rowOfText.set(text, row)
    return row
  }
  const keys = new Map<string, number>()
  const keyOf = (name: number, kind: number) => {
    const text = comparableName(strings[name]!, frameKinds[kind]!)
    const key = keys.get(text) ?? keys.size
    keys.set(text, key)
    return key
  }
  const identities = new PairTable(after.frames.length)
  const columns: Columns = { name: [], raw: [], module: [], kind: [] }
  const addAll = ({ frames, strings: own }: Profile): Int32Array => {
    const textRows = new Int32Array(own.length).fill(-1)
    const textRow = (text: number) => (textRows[text]! < 0 ? (textRows[text] = intern(own[text]!)) : textRows[text]!)
    const rows = new Int32Array(frames.length)
    for (let frame = 0; frame < frames.length; frame++) {
      const kind = frames.kind[frame]!
      const isStub = areStubsOne && coarseKind(kind) === kindIndexes.native && isStubName(own[frames.name[frame]!]!)
      const name = isStub ? intern(stubsName) : textRow(frames.name[frame]!)
      const row = isLoose ? identities.add(keyOf(name, kind), coarseKind(kind)) : identities.add(name, kind)
      rows[frame] = row
      if (row < columns.name.length) continue
      columns.name.push(name)
      columns.raw.push(textRow(frames.raw[frame]!))
      columns.module.push(textRow(frames.module[frame]!))
      columns.kind.push(kind)
    }
    return rows
  }
  const ofAfter = addAll(after)
  const ofBefore = addAll(before)
  return { strings, frames: tableOf(columns), ofBefore, ofAfter }
}

/** Two of one table: one profile with itself, or what normalizeStacks gives. */
function wrapUnmerged({ strings, frames }: Profile): MergedFrames {
  const rows = Int32Array.from({ length: frames.length }, (_, row) => row)
  return { strings, frames, ofBefore: rows, ofAfter: rows }
}

interface Columns {
  readonly name: number[]
  readonly raw: number[]
  readonly module: number[]
  readonly kind: number[]
}

function tableOf({ name, raw, module, kind }: Columns): FrameTable {
  return {
    length: name.length,
    name: Uint32Array.from(name),
    raw: Uint32Array.from(raw),
    module: Uint32Array.from(module),
    kind: Uint8Array.from(kind),
  }
}

/** Engines do not agree which frames are the VM's own: without the name of a library that is unknown. */
function coarseKind(kind: number): number {
  return kind === kindIndexes.vm ? kindIndexes.native : kind
}
