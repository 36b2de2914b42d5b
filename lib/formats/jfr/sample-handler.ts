/** Handles one event of a kind that is a sample: reads its fields as numbers, and passes these to the graph. */
import type { ChunkContext, EventHandler } from './event-handler.ts'
import { readClassFrame } from './frame-names.ts'
import type { Graph, SampleFields } from './graph.ts'
import type { JfrType } from './metadata.ts'
import type { RecordingReader } from './recording.ts'
import { createRecordReader } from './record-reader.ts'
import { executionSample, isLockClass, sampleEvents, threadPark, wallByState } from './sample-events.ts'
import { findGraphOfAllSamples } from './settings.ts'

// Places of these fields in the values; the leaf and the weights follow.
const slot = {
  time: 0,
  stack: 1,
  eventThread: 2,
  sampledThread: 3,
  state: 4,
  failed: 5,
  biased: 6,
  leaf: 7,
  weights: 8,
} as const
const commonFields = ['startTime', 'stackTrace', 'eventThread', 'sampledThread', 'state', 'failed', 'biased']
/** A heavier sample of JFR is left out with a warning: from there on a double is not exact. */
const maxWeight = 2 ** 53
/** The state that async-profiler gives to a sample of the CPU since 3.0; any other one is of the wall clock. */
const stateOfCpu = 'STATE_DEFAULT'

/** Null for events that are no samples, or not wanted. Throws: Damage for a type that cannot be read. */
export function sampleHandler(type: JfrType, context: ChunkContext, recording: RecordingReader): EventHandler | null {
  const event = sampleEvents.get(type.name)
  if (event === undefined) return null
  const graph = recording.graphOf(event)
  const byState = type.name === executionSample && context.writer === 'async-profiler'
  const wall = byState ? recording.graphOf(wallByState) : null
  if (graph === null && wall === null) return null

  // No field is called '': its value is NaN.
  const reader = createRecordReader(context.types, type, [...commonFields, event.leaf ?? '', ...event.weight])
  const isOfWall = createWallTest(context)
  const toWeight = weightOf(type, event.weight, context)
  const leafOf = createLeaves(context, recording)
  const isPark = type.name === threadPark
  const sample: SampleFields = { stack: 0, thread: 0, leaf: -1, timeMs: 0, weight: 1, isFailed: false }

  return (bytes) => {
    const values = reader.read(bytes)
    const target = wall !== null && isOfWall(values[slot.state]!) ? wall : graph
    if (target === null) return
    const weight = toWeight(values)
    if (!(weight >= 0 && weight <= maxWeight)) return target.warnings.add('weights-not-usable')
    if (isPark && !isLockClass(context.names.className(values[slot.leaf]!)))
      return target.warnings.add('parks-left-out')
    sample.stack = values[slot.stack]!
    // Some events name the thread in `sampledThread`, the others in `eventThread`; a missing field is NaN.
    const thread = values[slot.sampledThread]!
    sample.thread = Number.isNaN(thread) ? values[slot.eventThread]! : thread
    sample.leaf = event.leaf === undefined ? -1 : leafOf(values[slot.leaf]!)
    sample.timeMs = context.clock.timeMs(values[slot.time]!)
    sample.weight = weight
    sample.isFailed = values[slot.failed] === 1
    countAnomalies(target, sample, values[slot.biased] === 1)
    target.add(sample)
  }
}

function countAnomalies(graph: Graph, { timeMs, isFailed }: SampleFields, isBiased: boolean): void {
  if (Number.isNaN(timeMs)) graph.warnings.add('times-not-usable')
  if (isBiased && !isFailed) graph.warnings.add('samples-biased')
}

/** Makes a test of async-profiler's thread state that says whether a sample belongs to the wall graph. */
function createWallTest({ names, settings }: ChunkContext): (state: number) => boolean {
  let ofAll: ReturnType<typeof findGraphOfAllSamples> | undefined
  return (state) => {
    if (ofAll === undefined) ofAll = findGraphOfAllSamples(settings())
    return ofAll === null ? names.word('jdk.types.ThreadState', state) !== stateOfCpu : ofAll === 'wall'
  }
}

/** The first of these fields that is not 0, in nanoseconds where it is a stretch of time; 1 for events without any. */
function weightOf(type: JfrType, fields: readonly string[], { clock }: ChunkContext): (values: Float64Array) => number {
  if (fields.length === 0) return () => 1
  const unit = type.fields.find(({ name }) => name === fields[0])?.timeUnit ?? ''
  const nanoseconds = nanosecondsPer.get(unit)
  const inUnit = nanoseconds === undefined ? (value: number) => value : (value: number) => value * nanoseconds
  const convert = unit === 'TICKS' ? (value: number) => clock.nanoseconds(value) : inUnit
  const last = slot.weights + fields.length - 1
  return (values) => {
    let at: number = slot.weights
    // A field that this version of the event does not have is not a number.
    while (at < last && !(values[at]! !== 0 && !Number.isNaN(values[at]!))) at++
    return convert(values[at]!)
  }
}

const nanosecondsPer: ReadonlyMap<string, number> = new Map([
  ['NANOSECONDS', 1],
  ['MICROSECONDS', 1e3],
  ['MILLISECONDS', 1e6],
  ['SECONDS', 1e9],
])

/** From the id of a class to a frame, decoded once a chunk; -1 where there is none. */
function createLeaves({ names }: ChunkContext, { frames }: RecordingReader): (id: number) => number {
  const cachedFrames = new Map<number, number>()
  return (id) => {
    let frame = cachedFrames.get(id)
    if (frame === undefined) {
      const symbol = names.className(id)
      frame = symbol === '' ? -1 : frames.add(readClassFrame(symbol))
      cachedFrames.set(id, frame)
    }
    return frame
  }
}
