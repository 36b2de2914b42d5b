/** One thread's CPU profile of V8 as a file tells it: the tree of functions met, and which of its nodes each sample was in. */
import { isRecord, numberOr, textOr } from '../json/json-values.ts'
import { createIndexColumn, createNumberColumn, type NumberColumn } from '../reading/number-column.ts'

export interface ScriptNode {
  readonly functionName: string
  readonly url: string
  /** From 1, 0 when not known. */
  readonly line: number
  /** Row of the caller, -1 at the root and when not known. */
  parent: number
  readonly hits: number
}

/** One thread of one recording. */
export interface ScriptRecording {
  thread: string
  tid: number
  readonly nodes: ScriptNode[]
  /** Row in `nodes` of each id. */
  readonly rowOfId: Map<number, number>
  /** The node's id of each sample. */
  readonly samples: NumberColumn
  /** Of each sample: since the one before it, the first one since `startTime`. */
  readonly deltas: NumberColumn
  startTime: number
  endTime: number
}

export function emptyRecording(thread: string, tid: number): ScriptRecording {
  return {
    thread,
    tid,
    nodes: [],
    rowOfId: new Map(),
    samples: createIndexColumn(),
    deltas: createNumberColumn(),
    startTime: Number.NaN,
    endTime: Number.NaN,
  }
}

/** Adds a node as the protocol writes it; false when it is none. */
export function addNode(recording: ScriptRecording, value: unknown): boolean {
  if (!isRecord(value) || typeof value.id !== 'number') return false
  const frame = isRecord(value.callFrame) ? value.callFrame : value
  const row = recording.nodes.length
  if (recording.rowOfId.has(value.id)) return false
  recording.rowOfId.set(value.id, row)
  recording.nodes.push({
    functionName: textOr(frame.functionName, ''),
    url: textOr(frame.url, ''),
    line: isRecord(value.callFrame) ? numberOr(frame.lineNumber, -1) + 1 : numberOr(frame.lineNumber, 0),
    parent: recording.rowOfId.get(numberOr(value.parent, Number.NaN)) ?? -1,
    hits: numberOr(value.hitCount, 0),
  })
  return true
}
