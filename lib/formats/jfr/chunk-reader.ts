/**
 * Reads a chunk: its types, then its constants, then its events, of which those that a graph needs go to the graphs.
 */
import { CorruptBytes, Damage, JfrBytes } from './bytes.ts'
import { chunkHeaderBytes, createClock } from './chunk-header.ts'
import { type ChunkNames, createChunkNames, typesOfNames, nullIfDamaged } from './chunk-names.ts'
import { type ConstantPools, readConstantPools } from './constant-pools.ts'
import type { ChunkContext, EventHandler } from './event-handler.ts'
import type { Writer } from './frame-names.ts'
import { type JfrTypes, readMetadata } from './metadata.ts'
import type { Chunk } from './read-chunks.ts'
import { createRecordReader } from './record-reader.ts'
import { checkpointType, eachRecord, findRecords, metadataType, type Records } from './records.ts'
import type { RecordingReader } from './recording.ts'
import { sampleHandler } from './sample-handler.ts'
import { createStackTraces } from './stack-traces.ts'

const poolTypes: ReadonlySet<string> = new Set([...typesOfNames, 'jdk.types.StackTrace'])

/** Passes the samples and facts of a chunk to `recording`. Throws: Damage when nothing of the chunk can be read. */
export function readChunk({ header, bytes: chunk }: Chunk, recording: RecordingReader): void {
  const clock = createClock(header, recording.baseOr(header.startNanos))
  if (recording.isRepeated(header, chunk.length)) return recording.warnings.add('chunks-repeated')
  const records = findRecords(chunk, header)
  const types = typesOf(chunk, records, recording)
  const pools = readConstantPools(chunk, records.checkpoints, types, poolTypes)
  const names = createChunkNames(chunk, types, pools)
  const writer = writerOf(types, pools, names)
  const settings = recording.startChunk(header, chunk.length, writer)
  recording.warnings.add('constants-damaged', pools.damaged)
  if (records.end < chunk.length) recording.warnings.add('events-cut')
  recording.count(records.counts, types)

  const handlers = createHandlers([...records.counts.keys()], { types, names, clock, writer, settings }, recording)
  const stacks = createStackTraces(chunk, types, pools, names, recording.frames, writer)
  // After createHandlers, which adds the graphs that no chunk before needed.
  for (const graph of recording.graphs.values()) graph.startChunk({ stacks, thread: names.thread, settings })
  const bytes = new JfrBytes(chunk)
  eachRecord(chunk, chunkHeaderBytes, records.end, (type, _start, fields, end) => {
    const handle = handlers.get(type)
    if (handle === undefined) return
    bytes.at = fields
    bytes.end = end
    try {
      handle(bytes)
    } catch (error) {
      if (!(error instanceof Damage)) throw error
      recording.warnings.add('events-damaged')
    }
  })
  recording.finishChunk(header, clock, writer)
}

/**
 * Gives the types by the last metadata of the chunk that can be read; where there is none, as in a chunk that was cut,
 * those of the chunk before.
 */
function typesOf(chunk: Uint8Array, { metadata }: Records, recording: RecordingReader): JfrTypes {
  for (const start of metadata.toReversed()) {
    const types = nullIfDamaged(() => {
      const bytes = new JfrBytes(chunk)
      bytes.at = start
      bytes.end = start + bytes.integer() // its size
      bytes.skipInteger() // its type
      return readMetadata(bytes)
    })
    if (types !== null) return (recording.types = types)
  }
  if (recording.types === null) throw new CorruptBytes('what would explain its events is missing')
  return recording.types
}

/**
 * Gives which program wrote a chunk. Only async-profiler has frames of the types Kernel and C++. A chunk that was cut
 * has no constants to see that by, but async-profiler has events of its log since 2.5.
 */
function writerOf({ byName }: JfrTypes, pools: ConstantPools, names: ChunkNames): Writer {
  const type = 'jdk.types.FrameType'
  const isOfAsyncProfiler =
    byName.has('profiler.Log') ||
    Array.from(pools.of(type).ids).some((id) => /^(Kernel|C\+\+)$/.test(names.word(type, id)))
  return isOfAsyncProfiler ? 'async-profiler' : 'jdk'
}

/** Maps ids of types that the chunk holds to handlers; types that no graph needs have none. */
function createHandlers(
  ids: readonly number[],
  context: ChunkContext,
  recording: RecordingReader,
): ReadonlyMap<number, EventHandler> {
  const handlers = new Map<number, EventHandler>()
  for (const id of ids) {
    const type = context.types.byId.get(id)
    if (type === undefined || id === metadataType || id === checkpointType) continue
    const handler = nullIfDamaged(
      () => factHandler(type.name, context, recording) ?? sampleHandler(type, context, recording),
    )
    if (handler !== null) handlers.set(type.id, handler)
  }
  return handlers
}

function factHandler(name: string, context: ChunkContext, recording: RecordingReader): EventHandler | null {
  const fact = recording.facts.events.get(name)
  if (fact === undefined) return null
  const reader = createRecordReader(context.types, context.types.byName.get(name)!, fact.fields)
  return (bytes) => fact.take(reader.read(bytes), context)
}
