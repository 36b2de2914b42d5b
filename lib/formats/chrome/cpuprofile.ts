/**
 * CPU profiles of V8: `.cpuprofile` files of Chromium and Node, and traces that contain CPU profiles. A sample lasts
 * until the next one, so weights are wall-clock time; V8 samples time without work as `(idle)`.
 */
import { Problem } from '../../errors.ts'
import { emptyProvenance, type SampleTable } from '../../profile/model/profile.ts'
import { groupIndexes } from '../../profile/model/sorted-columns.ts'
import { noTime, type ProfileBuilder } from '../../profile/model/profile-builder.ts'
import { readCpuProfileFile, type ScriptRecording } from './cpuprofile-file.ts'
import { createImportBuilder, finishImport, type ReaderResult, type ReaderOptions } from '../reading/import.ts'
import { scriptFrame } from '../native/script-frame.ts'
import { packTieredFrame, type TieredFrame } from '../reading/stack-collector.ts'
import { createStackRows, type StackRows } from '../reading/stack-tree.ts'
import { createWarnings, type Warnings } from '../reading/warnings.ts'

const unreadableTraces = {
  empty: {
    hint: 'it is a trace without CPU samples',
    remedy:
      'Record with the performance panel of Chrome, or with `node --cpu-prof`, and import what that saves. Or open it in speedscope, which draws its spans, export it there and import the result.',
  },
  sampled: {
    hint: 'it is a trace whose samples are not of V8',
    remedy: 'Open it in speedscope, export it there and import the result.',
  },
}

/**
 * Samples are sorted by time, since V8 sometimes writes them out of order. Those of nodes that the file lacks are left
 * out with a warning. Where no recording of the file has times, weights are the hits that V8 counted for each node.
 *
 * Throws: Problem `unknown-format` for a trace without a CPU profile of V8, `unreadable-profile` for another file
 * without one.
 */
export async function readCpuProfile(
  chunks: AsyncIterable<Uint8Array>,
  { provenance = {} }: ReaderOptions = {},
): Promise<ReaderResult> {
  const warnings = createWarnings()
  const { recordings, samples, trace, end } = await readCpuProfileFile(chunks, (at) =>
    warnings.addAt('parts-skipped', at),
  )
  warnings.addJsonEnd(end)
  if (recordings.length === 0) {
    if (trace !== 'none') throw new Problem('unknown-format', unreadableTraces[trace])
    throw new Problem('unreadable-profile', { reason: 'no CPU profile of V8 is in it' })
  }
  const builder = createImportBuilder()
  const isTimed = recordings.some(({ timeline }) => timeline.samples > 0 && timeline.deltas > 0)
  const startTimes = recordings.map(({ startTime }) => startTime).filter(Number.isFinite)
  // NaN where no recording says when it began.
  const firstStart = startTimes.length === 0 ? Number.NaN : startTimes.reduce((a, b) => Math.min(a, b))
  let longestMs = 0
  if (isTimed)
    for (const recording of recordings) longestMs = Math.max(longestMs, endTimeline(recording, warnings, firstStart))
  const allSamples = samples.all()
  // Recordings without nodes are left out, and no other one has their index.
  const highestIndex = recordings.reduce((highest, { index }) => Math.max(highest, index), 0)
  // The column `thread` holds the index of a sample's recording.
  const byRecording = groupIndexes(allSamples.thread, highestIndex + 1)
  for (const recording of recordings) {
    const stackRows = buildStackRows(recording, builder)
    const { starts, members } = byRecording
    const rows = members.subarray(starts[recording.index], starts[recording.index + 1])
    if (isTimed) addSamples(recording, stackRows, builder, warnings, firstStart, allSamples, rows)
    else addHits(recording, stackRows, builder)
    warnings.addCount('deep-frames-left-out', stackRows.cut)
  }
  const described = { ...emptyProvenance('cpuprofile'), event: 'wall', durationMs: longestMs > 0 ? longestMs : null }
  const unit = isTimed ? 'nanoseconds' : 'samples'
  return finishImport({ builder, warnings, unit, described, overrides: provenance })
}

function buildStackRows({ nodes }: ScriptRecording, builder: ProfileBuilder): StackRows {
  const frameOf = (node: number): TieredFrame | null => {
    const { functionName, url, line } = nodes[node]!
    if (functionName === '(root)') return null
    const { name, kind, raw, module } = scriptFrame(functionName, url, line)
    const isCollector = functionName === '(garbage collector)'
    return packTieredFrame(builder.frame(name, isCollector ? 'vm' : kind, { raw, module }), 'unknown')
  }
  return createStackRows({ length: nodes.length, parentOf: (node) => nodes[node]!.parent, frameOf }, builder)
}

/** Microseconds from the start of the first recording, `firstStart`, to that of this one; 0 where that is not known. */
function startOf({ startTime }: ScriptRecording, firstStart: number): number {
  return Number.isFinite(startTime) ? startTime - firstStart : 0
}

/**
 * Ends the timeline of a recording, which passes its last samples on to the table: no sample is read before. Gives its
 * end, in ms since the first recording began.
 */
function endTimeline(recording: ScriptRecording, warnings: Warnings, firstStart: number): number {
  const { timeline, endTime } = recording
  const start = startOf(recording, firstStart)
  // NaN where the file has no end.
  const lengthUs = Number.isFinite(endTime) ? endTime - firstStart - start : Number.NaN
  const endMs = (start + timeline.end(lengthUs)) / 1000
  if (!timeline.wasInOrder) warnings.addCount('samples-sorted')
  warnings.addCount('times-missing', timeline.untimed)
  return endMs
}

/**
 * Adds samples of one recording: `rows` are their indexes in the table, whose column `stack` holds ids of nodes, `time`
 * microseconds since the recording began, and `weight` nanoseconds. A sample that lasted no time weighs nothing.
 */
function addSamples(
  recording: ScriptRecording,
  stackRows: StackRows,
  builder: ProfileBuilder,
  warnings: Warnings,
  firstStart: number,
  { stack, time, weight }: SampleTable,
  rows: Int32Array,
): void {
  const thread = builder.thread(recording.thread, recording.tid)
  const start = startOf(recording, firstStart)
  for (const row of rows) {
    const node = recording.rowOfId.get(stack[row]!)
    if (node === undefined) warnings.addCount('frames-missing')
    else if (weight[row]! > 0)
      builder.sample(stackRows.rowOf(node), thread, Math.max(0, (start + time[row]!) / 1000), weight[row]!)
  }
}

/** Adds the hits of each node, in samples: the oldest files have these counts in place of samples. */
function addHits({ nodes, thread, tid }: ScriptRecording, stackRows: StackRows, builder: ProfileBuilder): void {
  const threadRow = builder.thread(thread, tid)
  for (const [node, { hits }] of nodes.entries()) {
    if (hits > 0 && hits < Infinity) builder.sample(stackRows.rowOf(node), threadRow, noTime, hits)
  }
}
