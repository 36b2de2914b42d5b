/**
 * CPU profiles of V8: Chromium's and Node's `.cpuprofile`, and traces that hold some. A sample lasts until the next one, so
 * weights are time on the clock; where nothing ran, V8 itself says `(idle)`.
 */
import { Problem } from '../../errors.ts'
import { emptyProvenance, type SampleTable } from '../../profile/model/profile.ts'
import { groupIndexes } from '../../profile/model/sorted-columns.ts'
import type { ProfileBuilder } from '../../profile/model/profile-builder.ts'
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
 * Keeps: samples in the order of their times, which V8 sometimes writes out of order; samples of nodes that the file does
 * not hold are left out; without times, the hits that were counted at each node.
 *
 * Throws: Problem `unknown-format` for a trace that has none, `unreadable-profile` for anything else that has none.
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
  const starts = recordings.map(({ startTime }) => startTime).filter(Number.isFinite)
  const firstStart = starts.length === 0 ? Number.NaN : starts.reduce((a, b) => Math.min(a, b))
  let longestMs = 0
  if (isTimed)
    for (const recording of recordings) longestMs = Math.max(longestMs, endTimeline(recording, warnings, firstStart))
  const timed = samples.all()
  const byRecording = groupIndexes(timed.thread, recordings.reduce((most, { index }) => Math.max(most, index), 0) + 1)
  for (const recording of recordings) {
    const tree = buildStackRows(recording, builder)
    const { starts, members } = byRecording
    const rows = members.subarray(starts[recording.index], starts[recording.index + 1])
    if (isTimed) addSamples(recording, tree, builder, warnings, firstStart, timed, rows)
    else addHits(recording, tree, builder)
    warnings.add('deep-frames-left-out', 0, tree.cut)
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

/** Microseconds from the start of the first recording to that of this one. */
function startOf({ startTime }: ScriptRecording, firstStart: number): number {
  return Number.isFinite(startTime) ? startTime - firstStart : 0
}

/** Gives when it ended, in ms since the first recording began. */
function endTimeline(recording: ScriptRecording, warnings: Warnings, firstStart: number): number {
  const { timeline, endTime } = recording
  const start = startOf(recording, firstStart)
  const endMs = (start + timeline.end(Number.isFinite(endTime) ? endTime - firstStart - start : Number.NaN)) / 1000
  if (!timeline.wasInOrder) warnings.add('events-out-of-order', 0)
  warnings.add('times-missing', 0, timeline.untimed)
  return endMs
}

/** `rows`: which of the samples are of this recording. */
function addSamples(
  recording: ScriptRecording,
  tree: StackRows,
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
    if (node === undefined) warnings.add('frames-missing', 0)
    else if (weight[row]! > 0)
      builder.sample(tree.rowOf(node), thread, Math.max(0, (start + time[row]!) / 1000), weight[row]!)
  }
}

/** The oldest files have no samples, only how often each function was met. */
function addHits({ nodes, thread, tid }: ScriptRecording, tree: StackRows, builder: ProfileBuilder): void {
  const row = builder.thread(thread, tid)
  for (const [node, { hits }] of nodes.entries()) {
    if (hits > 0 && hits < Infinity) builder.sample(tree.rowOf(node), row, Number.NaN, hits)
  }
}
