import type { ViewerNote } from '../../../lib/contract/notes.ts'
import type { CallTree } from '../../../lib/profile/tree/call-tree.ts'
import { type BaseNames, findNodeWithBase } from '../../../lib/profile/tree/base-paths.ts'

/** Maps the id of a note to its node in this drawing. */
export type NotePositions = ReadonlyMap<string, number>

export interface NotePin {
  readonly node: number
  /** Numbers of the notes there: `3`, or `1, 3`. */
  readonly label: string
}

/** Finds the nodes of notes whose whole path is here: under other filters a frame has another path, or none. */
export function locateNotes(names: BaseNames, tree: CallTree, notes: readonly ViewerNote[]): NotePositions {
  const positions = new Map<string, number>()
  // Notes are often on the same few frames, and each look-up is a walk over the tree.
  const nodeByPath = new Map<string, number>()
  for (const { id, path } of notes) {
    const key = path.join(' ')
    const node = nodeByPath.get(key) ?? exactNode(names, tree, path)
    nodeByPath.set(key, node)
    if (node >= 0) positions.set(id, node)
  }
  return positions
}

function exactNode(names: BaseNames, tree: CallTree, path: readonly string[]): number {
  const { node, missing } = findNodeWithBase(names, tree, path)
  return missing === 0 ? node : -1
}

/** Creates one pin for each node that has notes, sorted by node. */
export function createPins(notes: readonly ViewerNote[], positions: NotePositions): NotePin[] {
  const numbers = new Map<number, number[]>()
  for (const { id, number } of notes) {
    const node = positions.get(id)
    if (node !== undefined) numbers.set(node, [...(numbers.get(node) ?? []), number])
  }
  return [...numbers].sort(([a], [b]) => a - b).map(([node, of]) => ({ node, label: of.join(', ') }))
}

export function listNotesAt(notes: readonly ViewerNote[], positions: NotePositions, node: number): ViewerNote[] {
  return notes.filter(({ id }) => positions.get(id) === node)
}
