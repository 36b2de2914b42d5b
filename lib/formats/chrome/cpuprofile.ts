/**
 * CPU profiles of V8: Chromium's and Node's `.cpuprofile`, and traces that hold some. A sample lasts until the next one, so
 * weights are time on the clock; where nothing ran, V8 itself says `(idle)`.
 */
import { Problem } from '../../errors.ts'
import { emptyProvenance } from '../../profile/model/profile.ts'
import { createProfileBuilder, type ProfileBuilder } from '../../profile/model/profile-builder.ts'
import { readCpuProfileFile, type ScriptRecording } from './cpuprofile-file.ts'
import { finishImport, type Imported, type ImportOptions } from '../reading/import.ts'
import { scriptFrame } from '../native/script-frame.ts'
import { packTieredFrame, type TieredFrame } from '../reading/stack-collector.ts'
import { createStackRows, type StackRows } from '../reading/stack-tree.ts'
import { createWarnings, type Warnings } from '../reading/warnings.ts'

const unreadableTraces = {
  empty: {
    hint: 'it is a trace without CPU samples',
    remedy: 'Record with the performance panel of Chrome, or with `node --cpu-prof`, and import what that saves.',
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
  { provenance = {} }: ImportOptions = {},
): Promise<Imported> {
  const warnings = createWarnings()
  const { recordings, trace, end } = await readCpuProfileFile(chunks, (at) => warnings.addAt('parts-skipped', at))
  warnings.addJsonEnd(end)
  if (recordings.length === 0) {
    if (trace !== 'none') throw new Problem('unknown-format', unreadableTraces[trace])
    throw new Problem('unreadable-profile', { reason: 'no CPU profile of V8 is in it' })
  }
  const builder = createProfileBuilder()
  const isTimed = recordings.some(({ samples, deltas }) => samples.length > 0 && deltas.length > 0)
  const starts = recordings.map(({ startTime }) => startTime).filter(Number.isFinite)
  const firstStart = starts.length === 0 ? Number.NaN : starts.reduce((a, b) => Math.min(a, b))
  let longestMs = 0
  for (const recording of recordings) {
    const tree = buildStackRows(recording, builder)
    if (isTimed) longestMs = Math.max(longestMs, addSamples(recording, tree, builder, warnings, firstStart))
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

function addSamples(
  { samples, deltas, rowOfId, startTime, endTime, thread, tid }: ScriptRecording,
  tree: StackRows,
  builder: ProfileBuilder,
  warnings: Warnings,
  firstStart: number,
): number {
  const { length } = samples
  const times = new Float64Array(length)
  let clock = Number.isFinite(startTime) ? startTime - firstStart : 0
  let isInOrder = true
  for (let sample = 0; sample < length; sample++) {
    const delta = deltas.at(sample)
    // Of a file that was cut there may be fewer times than samples.
    if (Number.isFinite(delta)) clock += delta
    isInOrder &&= !(delta < 0)
    times[sample] = clock
  }
  if (!isInOrder) warnings.add('events-out-of-order', 0)
  const order = isInOrder ? null : Uint32Array.from(times.keys()).sort((a, b) => times[a]! - times[b]! || a - b)
  const row = builder.thread(thread, tid)
  const last = Number.isFinite(endTime) ? endTime - firstStart : Number.NaN
  for (let position = 0; position < length; position++) {
    const sample = order === null ? position : order[position]!
    const time = times[sample]!
    const next =
      position + 1 < length ? times[order === null ? position + 1 : order[position + 1]!]! : Math.max(time, last)
    const node = rowOfId.get(samples.at(sample))
    if (node === undefined) {
      warnings.add('frames-missing', 0)
      continue
    }
    const weight = Number.isFinite(next) ? Math.round((next - time) * 1000) : 0
    if (weight > 0 && weight < Infinity) builder.sample(tree.rowOf(node), row, Math.max(0, time / 1000), weight)
  }
  const end = Number.isFinite(last) ? last : (times.at(-1) ?? 0)
  return end / 1000
}

/** The oldest files have no samples, only how often each function was met. */
function addHits({ nodes, thread, tid }: ScriptRecording, tree: StackRows, builder: ProfileBuilder): void {
  const row = builder.thread(thread, tid)
  for (const [node, { hits }] of nodes.entries()) {
    if (hits > 0 && hits < Infinity) builder.sample(tree.rowOf(node), row, Number.NaN, hits)
  }
}
