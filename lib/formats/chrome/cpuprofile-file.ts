/**
 * Reads a CPU profile of V8, in every form in which tools save one.
 *
 *     {"nodes": [...], "samples": [...], "timeDeltas": [...], "startTime": 1, "endTime": 2}      .cpuprofile
 *     {"profile": {...}}, {"result": {"profile": {...}}}                           answers of the debugging protocol
 *     {"traceEvents": [...]} or [...]                                              a trace
 *     {"head": {"children": [...]}, "samples": [...], "timestamps": [...]}         until 2016, of Node 10 too
 *
 * Source: Profiler.Profile of the DevTools protocol. Times are in microseconds of a clock that began at any time.
 */
import { type JsonEnd, type JsonShape, parseJsonStream } from '../json/json-stream.ts'
import { isRecord, numberOr, textOr } from '../json/json-values.ts'
import { createSampleColumns, type SampleColumns } from '../../profile/model/sample-columns.ts'
import { mostSamples } from '../reading/import.ts'
import { createNumberQueue } from '../reading/number-queue.ts'
import { createScriptTimeline } from './script-timeline.ts'

/** Bytes of one event, or of a tree in the old form, in a .cpuprofile; a larger one is left out. */
const largestChromeValueBytes = 2 ** 26

export interface CpuProfileFile {
  readonly recordings: readonly ScriptRecording[]
  /**
   * Samples of all recordings, as the timelines make them; the thread is `index` of its recording. The last ones come
   * when the timelines are ended.
   */
  readonly samples: SampleColumns
  /**
   * Why there may be no recording: the file is no trace (`none`), a trace without samples (`empty`), or one with
   * samples that are not V8's (`sampled`). Says nothing of `recordings`.
   */
  readonly trace: 'none' | 'empty' | 'sampled'
  readonly end: JsonEnd
}

/** `onBadNode` gets the byte at which something begins that is no node, or has the id of another one. */
export async function readCpuProfileFile(
  chunks: AsyncIterable<Uint8Array>,
  onBadNode: (at: number) => void,
): Promise<CpuProfileFile> {
  const sampleColumns = createSampleColumns(mostSamples)
  let count = 0
  let hasStackFrames = false
  const createRecording: CreateRecording = (thread, tid) => emptyRecording(thread, tid, count++, sampleColumns)
  const recording = createRecording('', 0)
  const trace = createTraceReader(createRecording, onBadNode)

  const node: JsonShape = {
    value: (value, at) => {
      if (!addNode(recording, value)) onBadNode(at)
    },
  }
  const oldTree: JsonShape = { value: (value) => addOldTree(recording, value), maxBytes: largestChromeValueBytes }
  const members: Readonly<Record<string, JsonShape>> = {
    nodes: { items: () => node },
    samples: { number: recording.timeline.addId },
    timeDeltas: { number: recording.timeline.addDelta },
    timestamps: { number: (time) => recording.timestamps.add(time) },
    startTime: { value: (value) => (recording.startTime = numberOr(value, Number.NaN)) },
    endTime: { value: (value) => (recording.endTime = numberOr(value, Number.NaN)) },
    head: oldTree,
    traceEvents: { items: () => trace.event },
    // The stacks of samples of others than V8, such as Hermes, whose list of events may be empty.
    stackFrames: {
      members: () => {
        hasStackFrames = true
        return null
      },
    },
  }
  const profile: JsonShape = {
    members: (key) => {
      if (key === 'profile' || key === 'result') return profile
      return Object.hasOwn(members, key) ? members[key]! : null
    },
    items: () => trace.event,
  }
  const end = await parseJsonStream(chunks, profile)
  const recordings = [...(recording.nodes.length > 0 ? [recording] : []), ...trace.recordings()]
  recordings.forEach(linkChildren)
  useTimestamps(recording)
  const hasForeignSamples = recording.timeline.samples > 0 || hasStackFrames
  const kind = hasForeignSamples ? 'sampled' : 'empty'
  return { recordings, samples: sampleColumns, trace: trace.hasEvents() || hasStackFrames ? kind : 'none', end }
}

/** Nodes say who their children are, or who their parent is. */
function linkChildren({ children, rowOfId, nodes }: ScriptRecording): void {
  for (const [row, ids] of children) {
    for (const id of ids) {
      const child = rowOfId.get(numberOr(id, Number.NaN))
      if (child !== undefined && nodes[child]!.parent === -1) nodes[child]!.parent = row
    }
  }
}

/** Old files have a time for each sample, and their start and end in seconds. */
function useTimestamps(recording: ScriptRecording): void {
  const { timestamps, timeline } = recording
  if (timestamps.length === 0 || timeline.deltas > 0) return
  recording.startTime *= 1e6
  recording.endTime *= 1e6
  let last = timestamps.take()
  if (!Number.isFinite(recording.startTime)) recording.startTime = last
  timeline.addDelta(last - recording.startTime)
  while (timestamps.length > 0) {
    const time = timestamps.take()
    timeline.addDelta(time - last)
    last = time
  }
}

/** Until 2016 the tree was one value, each node within its caller, and the samples were beside it. */
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
 * `ProfileChunk` events of the same id its nodes and samples as they came. Up to 66 it wrote one `CpuProfile` event for
 * each.
 */
function createTraceReader(createRecording: CreateRecording, onBadNode: (at: number) => void) {
  const byId = new Map<string, ScriptRecording>()
  const threadNames = new Map<string, string>()
  let hasEvents = false
  const addWhole = (thread: string, tid: number, profile: unknown, at: number): void => {
    if (!isRecord(profile)) return
    const recording = createRecording(thread, tid)
    byId.set(`CpuProfile ${byId.size}`, recording)
    addPart(recording, profile, profile.timeDeltas, () => onBadNode(at))
    recording.startTime = numberOr(profile.startTime, Number.NaN)
    recording.endTime = numberOr(profile.endTime, Number.NaN)
  }
  const event: JsonShape = {
    maxBytes: largestChromeValueBytes,
    value: (value, at) => {
      if (!isRecord(value)) return
      hasEvents ||= typeof value.ph === 'string'
      const { name, args, pid, tid } = value
      const thread = `${numberOr(pid, 0)}:${numberOr(tid, 0)}`
      if (name === 'thread_name' && isRecord(args)) threadNames.set(thread, textOr(args.name, ''))
      if (!isRecord(args)) return
      const data = isRecord(args.data) ? args.data : {}
      if (name === 'CpuProfile') return addWhole(thread, numberOr(tid, 0), data.cpuProfile, at)
      if (name !== 'Profile' && name !== 'ProfileChunk') return
      const key = `${numberOr(pid, 0)} ${textOr(value.id, '')}`
      let recording = byId.get(key)
      if (recording === undefined) byId.set(key, (recording = createRecording(thread, numberOr(tid, 0))))
      // Chunks come from another thread than the one that is profiled.
      if (name === 'Profile') Object.assign(recording, { thread, tid: numberOr(tid, 0) })
      if (typeof data.startTime === 'number') recording.startTime = data.startTime
      if (typeof data.endTime === 'number') recording.endTime = data.endTime
      addPart(recording, isRecord(data.cpuProfile) ? data.cpuProfile : {}, data.timeDeltas, () => onBadNode(at))
    },
  }
  return {
    /** The shape of one event of the trace. */
    event,
    hasEvents: () => hasEvents,
    recordings: (): ScriptRecording[] =>
      [...byId.values()].map((recording) => ({ ...recording, thread: threadNames.get(recording.thread) ?? '' })),
  }
}

function addPart(
  recording: ScriptRecording,
  { nodes, samples }: Record<string, unknown>,
  timeDeltas: unknown,
  onBadNode: () => void,
): void {
  for (const node of listOf(nodes)) if (!addNode(recording, node)) onBadNode()
  for (const id of listOf(samples)) recording.timeline.addId(numberOr(id, -1))
  for (const delta of listOf(timeDeltas)) recording.timeline.addDelta(numberOr(delta, Number.NaN))
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

type CreateRecording = (thread: string, tid: number) => ScriptRecording

function emptyRecording(thread: string, tid: number, index: number, samples: SampleColumns) {
  return {
    thread,
    tid,
    index,
    nodes: [] as ScriptNode[],
    /** Row in `nodes` of each id. */
    rowOfId: new Map<number, number>(),
    timeline: createScriptTimeline(samples, index),
    /** Times of the samples, in old files. */
    timestamps: createNumberQueue(),
    children: [] as (readonly [row: number, ids: readonly unknown[]])[],
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
    // The protocol counts lines from 0, the old form from 1.
    line: isRecord(value.callFrame) ? numberOr(frame.lineNumber, -1) + 1 : numberOr(frame.lineNumber, 0),
    parent: recording.rowOfId.get(numberOr(value.parent, Number.NaN)) ?? -1,
    hits: numberOr(value.hitCount, 0),
  })
  if (Array.isArray(value.children)) recording.children.push([row, value.children as unknown[]])
  return true
}
