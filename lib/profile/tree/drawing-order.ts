import { rankFrames } from './frame-order.ts'
import type { FrameTable, Profile, StackTable } from '../model/profile.ts'
import { groupIndexes } from '../model/sorted-columns.ts'
import { mapStacks } from '../model/stack-weights.ts'
import { sortIntoTree } from './sort-into-tree.ts'

/**
 * The same profile with its frames in order of name and kind, and its stacks in the order in which a tree draws them:
 * depth first, siblings by frame, rows of one path (which differ in tier) side by side. It is done once, before a
 * profile is stored, so that its reader need not sort a million rows: readOrderedOutline sees the order and takes the
 * tree as it comes.
 *
 *     stacks  main  main;b  main;a  main;b;c     become    main  main;a  main;b  main;b;c
 *
 * Keeps: every row of every table; only their numbers change. A profile in this order comes back as it is.
 */
export function sortForDrawing(profile: Profile): Profile {
  const { lines } = profile
  const rankOfFrame = rankFrames(profile)
  const rows = rowsInOrder(profile.stacks, rankOfFrame)
  if (isCounting(rankOfFrame) && isCounting(rows)) return profile
  const newRow = new Int32Array(rows.length)
  rows.forEach((row, index) => (newRow[row] = index))
  return {
    ...profile,
    frames: permuteFrames(profile.frames, rankOfFrame),
    stacks: permuteStacks(profile.stacks, rows, newRow, rankOfFrame),
    samples: { ...profile.samples, stack: mapStacks(profile.samples.stack, newRow) },
    ...(lines && { lines: { ...lines, frame: lines.frame.map((frame) => rankOfFrame[frame]!) } }),
  }
}

/**
 * All rows by node; those of one node by their caller's new row, then by tier: an order that the old one has no part
 * in.
 */
function rowsInOrder(stacks: StackTable, ranks: Int32Array): Int32Array {
  const { length, nodeOfRow } = sortIntoTree(stacks, new Uint8Array(stacks.length).fill(1), ranks)
  const { members: rows, starts } = groupIndexes(nodeOfRow, length)
  const newRow = new Int32Array(stacks.length)
  const callerOf = (row: number) => (stacks.parent[row]! < 0 ? -1 : newRow[stacks.parent[row]!]!)
  for (let node = 1; node < length; node++) {
    const from = starts[node]!
    const to = starts[node + 1]!
    if (to - from > 1) {
      rows.subarray(from, to).sort((a, b) => callerOf(a) - callerOf(b) || stacks.tier[a]! - stacks.tier[b]! || a - b)
    }
    for (let index = from; index < to; index++) newRow[rows[index]!] = index
  }
  return rows
}

function permuteFrames(frames: FrameTable, rankOfFrame: Int32Array): FrameTable {
  const { length } = frames
  const columns = {
    name: new Uint32Array(length),
    raw: new Uint32Array(length),
    module: new Uint32Array(length),
    kind: new Uint8Array(length),
  }
  for (let frame = 0; frame < length; frame++) {
    const rank = rankOfFrame[frame]!
    columns.name[rank] = frames.name[frame]!
    columns.raw[rank] = frames.raw[frame]!
    columns.module[rank] = frames.module[frame]!
    columns.kind[rank] = frames.kind[frame]!
  }
  return { length, ...columns }
}

function permuteStacks(stacks: StackTable, rows: Int32Array, newRow: Int32Array, rankOfFrame: Int32Array): StackTable {
  const { length } = stacks
  const parent = new Int32Array(length)
  const frame = new Uint32Array(length)
  const tier = new Uint8Array(length)
  for (let index = 0; index < length; index++) {
    const row = rows[index]!
    parent[index] = stacks.parent[row]! < 0 ? -1 : newRow[stacks.parent[row]!]!
    frame[index] = rankOfFrame[stacks.frame[row]!]!
    tier[index] = stacks.tier[row]!
  }
  return { length, parent, frame, tier }
}

/** Whether they are 0, 1, 2, …: then an order changes nothing. */
function isCounting(numbers: Int32Array): boolean {
  return numbers.every((number, index) => number === index)
}
