/**
 * The CPU profiles in a trace, as the performance panel of Chromium saves it: a `Profile` event for each thread, and in
 * `ProfileChunk` events of the same id its nodes and samples as they came.
 */
import { addNode, type CpuRecording, emptyRecording } from './cpu-recording.ts'
import type { JsonShape } from '../json/json-stream.ts'
import { isRecord, numberOr, textOr } from '../json/json-values.ts'

export function createTraceReader(onBadNode: (at: number) => void) {
  const byId = new Map<string, CpuRecording>()
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
    recordings: (): CpuRecording[] =>
      [...byId.values()].map((recording) => ({ ...recording, thread: threadNames.get(recording.thread) ?? '' })),
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
