import type { ViewerNote } from '../../../lib/contract.ts'
import type { CallTree } from '../../../lib/profile/tree/call-tree.ts'
import { nodeOfPath } from '../../../lib/profile/tree/path-keys.ts'
import type { FrameNames } from '../worker/tree-messages.ts'

/** By the note's id, its node in this drawing. */
export type NotePlaces = ReadonlyMap<string, number>

export interface Pin {
  readonly node: number
  /** Numbers of the notes there: `3`, or `1, 3`. */
  readonly label: string
}

/** Only those whose whole path is here: under other filters a frame has another path, or none. */
export function placeNotes(names: FrameNames, tree: CallTree, notes: readonly ViewerNote[]): NotePlaces {
  const places = new Map<string, number>()
  // Notes are often on the same few frames, and each look-up is a walk over the tree.
  const known = new Map<string, number>()
  for (const { id, path } of notes) {
    const key = path.join(' ')
    const node = known.get(key) ?? exactNode(names, tree, path)
    known.set(key, node)
    if (node >= 0) places.set(id, node)
  }
  return places
}

function exactNode(names: FrameNames, tree: CallTree, path: readonly string[]): number {
  const { node, missing } = nodeOfPath(names, tree, path)
  return missing === 0 ? node : -1
}

/** One pin a node, by node. */
export function pinsOfNotes(notes: readonly ViewerNote[], places: NotePlaces): Pin[] {
  const numbers = new Map<number, number[]>()
  for (const { id, number } of notes) {
    const node = places.get(id)
    if (node !== undefined) numbers.set(node, [...(numbers.get(node) ?? []), number])
  }
  return [...numbers].sort(([a], [b]) => a - b).map(([node, of]) => ({ node, label: of.join(', ') }))
}

export function notesAt(notes: readonly ViewerNote[], places: NotePlaces, node: number): ViewerNote[] {
  return notes.filter(({ id }) => places.get(id) === node)
}
