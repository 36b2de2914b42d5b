/**
 * What of a CPU profile of V8 is read, in every form in which tools save one.
 *
 *     {"nodes": [...], "samples": [...], "timeDeltas": [...], "startTime": 1, "endTime": 2}      .cpuprofile
 *     {"profile": {...}}, {"result": {"profile": {...}}}                           answers of the debugging protocol
 *     {"traceEvents": [...]} or [...]                                              a trace
 *
 * Source: Profiler.Profile of the DevTools protocol. Times are in microseconds of a clock that began at any time.
 */
import { type JsonEnd, type JsonShape, parseJsonStream } from '../json/json-stream.ts'
import { isRecord, numberOr, textOr } from '../json/json-values.ts'
import { createIndexColumn, createNumberColumn } from '../reading/number-column.ts'

export async function readCpuProfileFile(
  chunks: AsyncIterable<Uint8Array>,
  onBadNode: (at: number) => void,
): Promise<{ recordings: ScriptRecording[]; end: JsonEnd }> {
  const recording = emptyRecording('', 0)
  const children: (readonly [row: number, ids: readonly unknown[]])[] = []
  const trace = createTraceReader(onBadNode)

  const node: JsonShape = {
    value: (value, at) => {
      if (!addNode(recording, value)) return onBadNode(at)
      const { children: ids } = value as Record<string, unknown>
      if (Array.isArray(ids)) children.push([recording.nodes.length - 1, ids])
    },
  }
  const oldTree: JsonShape = { value: (value) => addOldTree(recording, value), maxBytes: 2 ** 26 }
  const members: Readonly<Record<string, JsonShape>> = {
    nodes: { items: () => node },
    samples: { number: (id) => recording.samples.add(id) },
    timeDeltas: { number: (delta) => recording.deltas.add(delta) },
    startTime: { value: (value) => (recording.startTime = numberOr(value, Number.NaN)) },
    endTime: { value: (value) => (recording.endTime = numberOr(value, Number.NaN)) },
    head: oldTree,
    traceEvents: { items: () => trace.event },
  }
  const profile: JsonShape = {
    members: (key) => {
      if (key === 'profile' || key === 'result') return profile
      return Object.hasOwn(members, key) ? members[key]! : null
    },
    items: () => trace.event,
  }
  const end = await parseJsonStream(chunks, profile)
  for (const [row, ids] of children) {
    for (const id of ids) {
      const child = recording.rowOfId.get(numberOr(id, Number.NaN))
      if (child !== undefined && recording.nodes[child]!.parent === -1) recording.nodes[child]!.parent = row
    }
  }
  return { recordings: [...(recording.nodes.length > 0 ? [recording] : []), ...trace.recordings()], end }
}

/** Until 2016 the tree was written as one, each node within its caller, and the samples beside it. */
function addOldTree(recording: ScriptRecording, head: unknown): void {
  const waiting: { readonly value: unknown; readonly parent: number }[] = [{ value: head, parent: -1 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!addNode(recording, next.value)) continue
    const row = recording.nodes.length - 1
    recording.nodes[row]!.parent = next.parent
    const { children } = next.value as Record<string, unknown>
    if (Array.isArray(children)) for (const value of children as unknown[]) waiting.push({ value, parent: row })
  }
}

/**
 * The CPU profiles in a trace, as the performance panel of Chromium saves it: a `Profile` event for each thread, and in
 * `ProfileChunk` events of the same id its nodes and samples as they came.
 */
function createTraceReader(onBadNode: (at: number) => void) {
  const byId = new Map<string, ScriptRecording>()
  const threadNames = new Map<string, string>()
  const event: JsonShape = {
    value: (value, at) => {
      if (!isRecord(value)) return
      const { name, args, pid, tid } = value
      const thread = `${numberOr(pid, 0)}:${numberOr(tid, 0)}`
      if (name === 'thread_name' && isRecord(args)) threadNames.set(thread, textOr(args.name, ''))
      if ((name !== 'Profile' && name !== 'ProfileChunk') || !isRecord(args)) return
      const data = isRecord(args.data) ? args.data : {}
      const key = `${numberOr(pid, 0)} ${textOr(value.id, '')}`
      let recording = byId.get(key)
      if (recording === undefined) byId.set(key, (recording = emptyRecording(thread, numberOr(tid, 0))))
      // Chunks come from another thread than the one that is profiled.
      if (name === 'Profile') Object.assign(recording, { thread, tid: numberOr(tid, 0) })
      if (typeof data.startTime === 'number') recording.startTime = data.startTime
      if (typeof data.endTime === 'number') recording.endTime = data.endTime
      const profile = isRecord(data.cpuProfile) ? data.cpuProfile : {}
      for (const node of listOf(profile.nodes)) if (!addNode(recording, node)) onBadNode(at)
      for (const id of listOf(profile.samples)) recording.samples.add(numberOr(id, -1))
      for (const delta of listOf(data.timeDeltas)) recording.deltas.add(numberOr(delta, Number.NaN))
    },
  }
  return {
    /** The shape of one event of the trace. */
    event,
    recordings: (): ScriptRecording[] =>
      [...byId.values()].map((recording) => ({ ...recording, thread: threadNames.get(recording.thread) ?? '' })),
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

interface ScriptNode {
  readonly functionName: string
  readonly url: string
  /** From 1, 0 when not known. */
  readonly line: number
  /** Row of the caller, -1 at the root and when not known. */
  parent: number
  readonly hits: number
}

/** One thread of one recording. */
export type ScriptRecording = ReturnType<typeof emptyRecording>

function emptyRecording(thread: string, tid: number) {
  return {
    thread,
    tid,
    nodes: [] as ScriptNode[],
    /** Row in `nodes` of each id. */
    rowOfId: new Map<number, number>(),
    /** The node's id of each sample. */
    samples: createIndexColumn(),
    /** Of each sample: since the one before it, the first one since `startTime`. */
    deltas: createNumberColumn(),
    startTime: Number.NaN,
    endTime: Number.NaN,
  }
}

/** Adds a node as the protocol writes it; false when it is none. */
function addNode(recording: ScriptRecording, value: unknown): boolean {
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
